// A tab shows one user while the browser's session belongs to another: the tab shows a notice, and the server rejects its
// requests.

/// <reference lib="dom" />

import type { BrowserContext, Page } from '@playwright/test';
import {
  applicationTitle,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  type Language,
  sampleUrl,
  signIn,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const mykola = 'Коваленко Микола Петрович';

/** The names as pages show them: English pages have the Latin spelling. */
const names = {
  olena: /Шевченко Олена|Olena Shevchenko/,
  mykola: /Коваленко Микола|Mykola Kovalenko/,
};

const wordsOfNotice = async (page: Page, language: Language) =>
  (await wordsOf(page, language, 'errors'))['user-changed'];

const userNow = async (context: BrowserContext) =>
  (await (await context.request.get(`${bramaUrl()}/user`)).json()).fullName;

/** The notice stands there, names no user, and nothing of the previous user is left. */
async function expectNotice(page: Page, language: Language) {
  const words = await wordsOfNotice(page, language);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
  const text = await page.locator('body').innerText();
  for (const name of [/Олена|Olena/, /Микола|Mykola/, 'o.shevchenko', 'm.kovalenko'])
    expect(text).not.toMatch(name);
}

/** Another user has signed in without this page's browser saying so to its tabs. */
async function replaceSession(page: Page) {
  await page.context().clearCookies({ name: 'brama_session' });
  await startSession(page, 'm.kovalenko');
}

test('a second tab changes the user; the first shows a notice and continues as the new user', {
  tag: '@journey',
}, async ({ page, context, complaints }) => {
  const language = 'uk';
  await signIn(page, 'o.shevchenko', language);
  await expect(page.locator('main').getByText(names.olena)).toBeVisible();
  await context.clearCookies({ name: 'brama_session' });
  const second = await context.newPage();
  await second.goto(`/${language}/`);
  await takenOver(second);
  await fillIn(second, 'm.kovalenko');
  await submit(second);
  await expect(second.locator('main').getByText(names.mykola)).toBeVisible();

  await expectNotice(page, language);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const words = await wordsOfNotice(page, language);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words.action })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByText(names.mykola)).toBeVisible();
  forgive(complaints, 409);
});

test('a card of the previous user shows a notice instead of the application', async ({
  page,
  context,
}) => {
  const language = 'en';
  await signIn(page, 'o.shevchenko', language);
  await replaceSession(page);
  const opened = context.waitForEvent('page');
  const answered = context.waitForEvent('response', (one) => one.url().includes('app-redirect'));
  await page.getByRole('link', { name: applicationTitle('campus', language) }).click();
  const tab = await opened;
  expect((await answered).status()).toBe(409);
  await expectNotice(tab, language);
  expect(tab.url()).not.toContain(sampleUrl());
  await tab.getByRole('link', { name: (await wordsOfNotice(page, language)).action }).click();
  await tab.waitForURL(`**/${language}/apps`);
  await expect(tab.locator('main').getByText(names.mykola)).toBeVisible();
});

test('a refocused tab checks the session, and only a new page loads the user again', async ({
  page,
  complaints,
}) => {
  await signIn(page);
  await expect(page.locator('main').getByText(names.olena)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    expect(asked).toContain('/api/session');
  }).toPass();
  await expect(page.locator('main').getByText(names.olena)).toBeVisible();
  await replaceSession(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectNotice(page, 'uk');
  expect(asked).not.toContain('/user');
  forgive(complaints, 409);
});

test('a tab refocused after session expiry shows the reason on the sign-in page', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'login');
  await signIn(page);
  await expect(page.locator('main').getByText(names.olena)).toBeVisible();
  await page.context().clearCookies({ name: 'brama_session' });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText(words['session-ended'].title)).toBeVisible();
  forgive(complaints, 401);
});

test('a page that Back restores after a sign-out elsewhere leads to the sign-in page', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const words = await wordsOf(page, 'uk', 'login');
  await signIn(page);
  await expect(page.locator('main').getByText(names.olena)).toBeVisible();
  const origin = bramaUrl();
  await page.request.post(`${origin}/api/auth/logout`, { headers: { origin } });
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByText(words['session-ended'].title)).toBeVisible();
  forgive(complaints, 401);
});

test('requests of the previous user are rejected: sign-out, favourites, password', async ({
  page,
  context,
  complaints,
}) => {
  const apps = await wordsOf(page, 'uk', 'apps');
  await signIn(page);
  await replaceSession(page);
  await page.getByRole('button', { name: apps['sign-out'].action }).click();
  await expectNotice(page, 'uk');
  expect(await userNow(context)).toBe(mykola);

  await page.context().clearCookies({ name: 'brama_session' });
  await signIn(page);
  await replaceSession(page);
  await page.locator('main li button').first().click();
  await expectNotice(page, 'uk');

  await page.context().clearCookies({ name: 'brama_session' });
  await startSession(page);
  await page.goto('/uk/password');
  await takenOver(page);
  await replaceSession(page);
  await page.locator('#current-password').fill('brama-demo-2026');
  await page.locator('#new-password').fill('сорок дві ластівки над Дніпром');
  await page.locator('form button[type=submit]').last().click();
  await expectNotice(page, 'uk');
  // the notice offers the way out of whatever session there is
  await page.getByRole('button', { name: (await wordsOfNotice(page, 'uk'))['sign-out'] }).click();
  await page.waitForURL('**/uk/');
  expect((await context.request.get(`${bramaUrl()}/user`)).status()).toBe(401);
  forgive(complaints, 409);
});
