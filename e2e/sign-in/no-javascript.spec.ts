// The same product for a browser without JavaScript. Its pages are tested in packages/web/src/ssr, its forms beside their routes.

/// <reference lib="dom" />

import { type Browser, devices } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  applicationId,
  applicationTitle,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  sampleUrl,
  startSession,
  submit,
  test,
  wordsOf,
} from '../support/brama.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';

test.use(optionsOf(plainEnglish));

test('the user signs in with a password, opens an application and signs out', {
  tag: '@journey',
}, async ({ page }) => {
  const words = await wordsOf(page, 'en', 'login');
  const apps = await wordsOf(page, 'en', 'apps');
  await page.goto('/en/');
  const button = page.getByRole('button', { name: words.form.submit, exact: true });
  await expect(button).toBeEnabled();
  await expect(page.getByRole('button', { name: words.form.password.show })).toHaveCount(0);
  await fillIn(page, 'o.shevchenko');
  const pagesBefore = await page.evaluate(() => history.length);
  await button.click();
  await page.waitForURL('**/en/apps');
  // Back leads to the page before
  expect(await page.evaluate(() => history.length)).toBe(pagesBefore + 1);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: applicationTitle('campus', 'en') }).click(),
  ]);
  await tab.waitForURL(`${sampleUrl()}/campus`);
  await expect(tab.getByText('Шевченко Олена Іванівна').first()).toBeVisible();
  await tab.close();
  await page.getByRole('button', { name: apps['sign-out'].action }).click();
  await expect(page).toHaveURL('/en/?signed-out');
});

/** Signs in elsewhere; returns a function that checks whether the session still exists. */
async function signedInOn(browser: Browser, device: string, username: string) {
  const context = await browser.newContext(devices[device]);
  await startSession(await context.newPage(), username);
  return async () => (await context.request.get(`${bramaUrl()}/user`)).ok();
}

test('on the account page the user ends one session, then all others, and signs out', {
  tag: '@journey',
}, async ({ page, browser }) => {
  const { username } = addUser({ prefix: 'sessions' });
  const { sessions: words } = await wordsOf(page, 'en', 'profile');
  const phones = [
    await signedInOn(browser, 'iPhone 15', username),
    await signedInOn(browser, 'Pixel 7', username),
    await signedInOn(browser, 'Pixel 7', username),
  ];
  const answers = () => Promise.all(phones.map((phone) => phone()));
  await startSession(page, username);
  await page.goto('/en/apps');
  await page.locator('main a[href="/en/account"]').click();
  const section = page.locator('section[aria-labelledby=sessions]');
  await expect(section.getByText(words.here, { exact: true })).toBeVisible();
  const phone = page.getByRole('button', { name: 'iPhone' });
  await phone.click();
  await expect(phone).toHaveCount(0);
  expect(await answers()).toEqual([false, true, true]);
  await page.getByRole('button', { name: words.others }).click();
  await expect(page).toHaveURL('/en/account#sessions');
  await expect(page.locator('main')).toContainText(words.only);
  expect(await answers()).toEqual([false, false, false]);

  const { 'sign-out': leave } = await wordsOf(page, 'en', 'password');
  await page.goto('/en/password');
  await page.getByRole('button', { name: leave, exact: true }).click();
  await page.waitForURL('**/en/?signed-out');
  expect((await page.request.get(`${bramaUrl()}/user`)).ok()).toBe(false);
});

test('a wrong password shows the form again and keeps the username', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'login');
  await page.goto('/uk/?appId=abc&state=s');
  await fillIn(page, 'o.shevchenko', 'wrong');
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(words.errors['invalid-credentials']);
  await expect(page.locator('#username')).toHaveValue('o.shevchenko');
  await expect(page.locator('#current-password')).toHaveValue('');
  await expect(page).toHaveURL('/uk/?appId=abc&state=s');
  await expect(page.locator('a[hreflang=en]')).toHaveAttribute('href', '/en/?appId=abc&state=s');
  forgive(complaints, 401);
});

test('form-action allows the redirect from the form to the requesting application', async ({
  page,
}) => {
  await page.goto(`/?appId=${applicationId('campus')}`);
  await fillIn(page, 'm.kovalenko');
  await submit(page);
  await page.waitForURL(`${sampleUrl()}/campus`);
  await expect(page.getByText('Коваленко Микола Петрович').first()).toBeVisible();
});
