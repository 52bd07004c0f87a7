// Signing in with Diia as a person sees it: the screen here, the telephone of the simulator in another page.

/// <reference lib="dom" />

import type { Browser } from '@playwright/test';
import {
  applicationId,
  bramaUrl,
  expect,
  expectAccessible,
  forgive,
  type Language,
  sampleUrl,
  test,
  waitForSignInPage,
  wordsOf,
} from '../support/brama.ts';
import {
  appLink,
  checkRequest,
  code,
  comeBack,
  openScreen,
  phone,
  press,
  renew,
  said,
} from '../support/diia-page.ts';
import { renderSignIn } from '../support/rendered.ts';

test('login → Diia → confirmed on the telephone → the requested application', {
  tag: '@journey',
}, async ({ page, browser }) => {
  const language = 'uk';
  const login = await wordsOf(page, language, 'login');
  const words = await wordsOf(page, language, 'diia');
  const appId = applicationId('campus');
  // the state in the address is the application’s own
  await page.goto(`${sampleUrl()}/campus`);
  await page.getByRole('link').first().click();
  await page.waitForURL(`${bramaUrl()}/*/?appId=*`);
  const { search } = new URL(page.url());
  await page.goto(`/${language}/${search}`);
  const tile = page.getByRole('link', { name: login.diia.title });
  await expect(tile).toContainText(login.diia['on-desktop']);
  const link = page.waitForResponse(appLink);
  await tile.click();
  await expect(page).toHaveURL(`/${language}/diia${search}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
  await expect(page.getByText(words['description-desktop'])).toBeVisible();
  await expect(page.getByText(words.status.waiting)).toBeVisible();
  await expect(code(page)).toHaveAccessibleName(words.qr.label);

  const { deepLink, pageLink } = await (await link).json();
  expect(pageLink).toBe(`${bramaUrl()}/${language}/diia?appId=${appId}`);
  await confirmElsewhere(browser, deepLink, language);
  await comeBack(page);
  await page.waitForURL(`${sampleUrl()}/campus*`);
  await expect(page.getByRole('row', { name: 'AUTH_METHOD DIIA' })).toBeVisible();
  // the way is remembered, and forgotten at sign-out
  await page.goto(`/${language}/apps`);
  expect(await page.evaluate(() => localStorage.getItem('brama.last-method'))).toBe('diia');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  // a code of a user who did not wait for it
  await page.evaluate(() =>
    sessionStorage.setItem(
      'brama.diia-codes',
      JSON.stringify([{ requestId: 'a', shownAt: Date.now() }]),
    ),
  );
  const apps = await wordsOf(page, language, 'apps');
  await page.getByRole('button', { name: apps['sign-out'].action }).click();
  await waitForSignInPage(page, language);
  expect(await page.evaluate(() => localStorage.getItem('brama.last-method'))).toBeNull();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('on a telephone the user opens Diia by the link and returns automatically', {
  tag: '@journey',
}, async ({ page, context }) => {
  const language = 'en';
  const words = await wordsOf(page, language, 'diia');
  const success = await wordsOf(page, language, 'auth-success');
  await page.setViewportSize(phone);
  await openScreen(page, language, '?keep=1');
  await expect(page.getByText(words['description-mobile'])).toBeVisible();
  const links = page.getByRole('link', { name: words.qr['open-app'] });
  await expect(links).toHaveCount(2);
  const [telephone] = await Promise.all([context.waitForEvent('page'), links.first().click()]);
  await telephone.getByRole('button').click();
  await telephone.getByRole('link', { name: /сайт|site/ }).click();
  // whichever tab is looked at: both know
  await expect(telephone.getByRole('heading', { level: 1 })).toHaveText(success['signed-in'].title);
  await page.waitForURL(`**/${language}/apps`);
});

async function confirmElsewhere(browser: Browser, deepLink: string, language: Language) {
  const context = await browser.newContext();
  const telephone = await context.newPage();
  await telephone.goto(`${deepLink}?lang=${language}`);
  await telephone.getByRole('button').click();
  await expect(telephone.getByRole('status')).toBeVisible();
  await context.close();
}

test('on a telephone the status and the warning are visible without scrolling', async ({
  page,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await page.setViewportSize(phone);
  await openScreen(page, 'uk');
  for (const text of [words.status.waiting, words.warning.title])
    await expect(page.getByText(text)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(new URL(bramaUrl()).host)).toBeInViewport({ ratio: 1 });
});

test('the screen redirects a signed-in user to the applications', async ({ page }) => {
  const link = await openScreen(page, 'uk');
  await press(page.request, link, 'confirm');
  await comeBack(page);
  await page.waitForURL('**/uk/apps');
  await page.goto('/uk/diia?utm=1');
  await page.waitForURL('**/uk/apps?utm=1');
});

test('the screen keeps waiting after any action on the telephone; any of its codes signs in', async ({
  page,
  browser,
}) => {
  // takes ten seconds to confirm: meanwhile the others
  const slow = await browser.newContext({ baseURL: bramaUrl() });
  const slowPage = await slow.newPage();
  await press(slow.request, await openScreen(slowPage, 'uk'), 'slow');

  const words = await wordsOf(page, 'uk', 'diia');
  const expectWaiting = async () => {
    const check = page.waitForResponse(checkRequest);
    await comeBack(page);
    expect(await (await check).json()).toMatchObject({ status: 'Processing' });
    await expect(page.getByText(words.status.waiting)).toBeVisible();
    await expect(said(page)).toHaveCount(0);
  };
  const first = await openScreen(page, 'uk');
  for (const action of [
    'tampered-signature',
    'foreign-authority',
    'expired-certificate',
    'wrong-digest',
    'empty-digest',
    'other-request',
    'decline',
  ]) {
    await press(page.request, first, action);
    await expectWaiting();
  }
  await press(page.request, await renew(page, words.qr.refresh), 'late');
  await expectWaiting();
  const third = await renew(page, words.qr.refresh);
  await renew(page, words.qr.refresh);
  await renew(page, words.qr.refresh);
  // replaced twice, and counted all the same; twice the same confirmation is one sign-in
  await press(page.request, third, 'twice');
  await comeBack(page);
  await page.waitForURL('**/uk/apps');

  await slowPage.waitForURL('**/uk/apps', { timeout: 30_000 });
  await slow.close();
});

test('an unknown user sees what to do and whom to contact', { tag: '@journey' }, async ({
  page,
  complaints,
}) => {
  for (const [language, holder] of [
    ['uk', 'unknown'],
    ['en', 'no-number'],
    ['uk', 'd.lysenko'],
  ] as const) {
    const words = await wordsOf(page, language, 'diia');
    const link = await openScreen(page, language, '?appId=x');
    await press(page.request, link, 'confirm', holder);
    await comeBack(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(words['not-linked'].title);
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(words['not-linked'].title));
    await expect(page.locator('[data-contact]')).toHaveAttribute('href', /^mailto:|\/faq/);
    await expect(page.getByRole('link', { name: words.back })).toHaveAttribute(
      'href',
      `/${language}/?appId=x`,
    );
    // nothing of this attempt is kept
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.getByRole('button', { name: words['not-linked'].again }).press('Enter');
    await expect(code(page)).toBeVisible();
    await expect(heading).toHaveText(words.title);
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(words.title));
    forgive(complaints, 403);
  }
});

test('a sign-in page offers Diia as the only sign-in method', async ({ page }) => {
  // no server of today is without passwords, but an application may ask for other methods alone
  const live = await page.request.get('/uk/');
  const html = await renderSignIn('uk', ['diia']);
  await page.route('**/uk/', (route) =>
    route.fulfill({ status: 200, headers: live.headers(), body: html }),
  );
  const login = await wordsOf(page, 'uk', 'login');
  await page.goto('/uk/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(login.title);
  await expect(page.locator('form:visible, input:visible:not(#shared-computer)')).toHaveCount(0);
  // neither «or», for there is nothing else, nor a mark of the way used last
  await expect(page.getByText(login.or, { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.evaluate(() => localStorage.setItem('brama.last-method', 'diia'));
  await page.reload();
  await expect(page.locator('[data-last-time]')).toHaveCount(0);
  const link = page.waitForResponse(appLink);
  await page.getByRole('link', { name: login.diia.title }).click();
  await press(page.request, await (await link).json(), 'confirm');
  await expect(code(page)).toBeVisible();
  await comeBack(page);
  await page.waitForURL('**/uk/apps');
});
