// Applications that speak OpenID Connect, in a real browser: one sign-in for all of them, one sign-out.

import {
  applicationId,
  expect,
  fillIn,
  forgive,
  sampleUrl,
  signIn,
  signInHere,
  takenOver,
  test,
  waitForSignInPage,
  wordsOf,
} from '../support/brama.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';

const home = (name: string) => `${sampleUrl()}/${name}`;
const signOutEverywhere = /Вийти всюди|Sign out everywhere/;

test('one sign-in opens both applications, and one sign-out ends both sessions', {
  tag: '@journey',
}, async ({ page }) => {
  const language = 'uk';
  await page.goto(home('courses'));
  await page.getByRole('link', { name: signInHere }).click();
  await page.waitForURL(`**/${language}/?appId=${applicationId('courses')}&request=*`);
  await expect(page.locator('h1')).toBeVisible();
  await fillIn(page, 'o.shevchenko');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(home('courses'));
  await expect(page.getByText('o.shevchenko@campus.example')).toBeVisible();
  // no page of ours in between
  await page.goto(home('cloud'));
  await page.getByRole('link', { name: signInHere }).click();
  await page.waitForURL(home('cloud'));
  await expect(page.getByRole('button', { name: signOutEverywhere })).toBeVisible();
  await page.getByRole('button', { name: signOutEverywhere }).click();
  const words = await wordsOf(page, language, 'interaction');
  await expect(page.locator('h1')).toHaveText(words['sign-out'].title);
  await page.getByRole('button', { name: words['sign-out'].action }).click();
  await page.waitForURL(home('cloud'));
  await expect(page.getByRole('link', { name: signInHere })).toBeVisible();
  await page.goto(home('courses'));
  await expect(page.getByRole('link', { name: signInHere })).toBeVisible();
  await page.goto(`/${language}/apps`);
  await page.waitForURL(`**/${language}/`);
});

test('login_hint fills in the username and moves the focus to the password', async ({ page }) => {
  await page.goto(home('courses'));
  const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth?'));
  await page.getByRole('link', { name: signInHere }).click();
  const address = new URL((await asked).url());
  address.searchParams.set('login_hint', 'o.shevchenko');
  await page.goto(`${address}`);
  expect(page.url()).not.toContain('shevchenko');
  await takenOver(page);
  await expect(page.locator('#username')).toHaveValue('o.shevchenko');
  await expect(page.locator('#current-password')).toBeFocused();
  await fillIn(page, 'o.shevchenko');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(home('courses'));
});

test('after sign-in at the portal a card opens the application; sign-out ends its session', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.locator(`a[href*="${applicationId('courses')}"]`).click(),
  ]);
  await tab.waitForURL(home('courses'));
  await expect(tab.getByRole('button', { name: signOutEverywhere })).toBeVisible();
  const words = await wordsOf(page, 'uk', 'apps');
  await page.getByRole('button', { name: words['sign-out'].action }).click();
  await waitForSignInPage(page);
  await page.goto(home('courses'));
  await expect(page.getByRole('link', { name: signInHere })).toBeVisible();
});

test('sign-out in one of two tabs clears the stored method and signs out the other tabs', async ({
  context,
  page,
}) => {
  await signIn(page);
  const kept = () => page.evaluate(() => localStorage.getItem('brama.last-method'));
  await page.evaluate(() => localStorage.setItem('brama.last-method', 'password'));
  const [apps, other] = [await context.newPage(), await context.newPage()];
  await apps.goto('/uk/apps');
  const words = await wordsOf(page, 'uk', 'interaction');
  for (const tab of [other, page]) await tab.goto('/oidc/logout');
  await page.getByRole('button', { name: words['sign-out'].action }).click();
  await page.waitForURL('**/uk/');
  expect(await kept()).toBeNull();
  await apps.waitForURL('**/uk/**', { waitUntil: 'commit' });
  await expect(apps.locator('input[name=username]')).toBeVisible();
  await other.getByRole('button', { name: words['sign-out'].action }).click();
  await expect(other.locator('input[name=username]')).toBeVisible();
});

test('sign-in in one of two tabs of an application completes both authorization requests', async ({
  context,
  page,
}) => {
  const other = await context.newPage();
  for (const tab of [other, page]) {
    await tab.goto(home('courses'));
    await tab.getByRole('link', { name: signInHere }).click();
    await tab.waitForURL('**/uk/?appId=*');
    await takenOver(tab);
  }
  await fillIn(page, 'o.shevchenko');
  await page.locator('button[type=submit]').click();
  for (const tab of [page, other]) {
    await tab.waitForURL(home('courses'));
    await expect(tab.getByRole('button', { name: signOutEverywhere })).toBeVisible();
  }
});

test('a completed authorization request shows an expiry page, and one click starts a new one', async ({
  complaints,
  page,
}) => {
  await page.goto(home('courses'));
  await page.getByRole('link', { name: signInHere }).click();
  await page.waitForURL('**/uk/?appId=*');
  const { search } = new URL(page.url());
  await fillIn(page, 'o.shevchenko');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(home('courses'));
  const answer = await page.goto(`/api/app-redirect${search}`);
  expect(answer?.status()).toBe(410);
  forgive(complaints, 410);
  const words = await wordsOf(page, 'uk', 'interaction');
  await expect(page.locator('h1')).toHaveText(words['request-over'].title);
  await page.getByRole('link', { name: words['request-over'].action }).click();
  await page.waitForURL(home('courses'));
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('a user signs in for an application and signs out', async ({ page }) => {
    await page.goto(home('cloud'));
    await page.getByRole('link', { name: signInHere }).click();
    await fillIn(page, 'o.shevchenko');
    await page.locator('button[type=submit]').click();
    // the page of the applications leads on by itself
    await page.waitForURL(home('cloud'));
    await page.getByRole('button', { name: signOutEverywhere }).click();
    const words = await wordsOf(page, 'en', 'interaction');
    await page.getByRole('button', { name: words['sign-out'].action }).click();
    await page.waitForURL(home('cloud'));
    await expect(page.getByRole('link', { name: signInHere })).toBeVisible();
  });
});
