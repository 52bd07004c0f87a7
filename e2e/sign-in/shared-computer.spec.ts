// The choice “This is a shared computer” on the sign-in page. What it changes is tested in
// packages/server/src/sessions/shared-computer.test.ts and beside each sign-in method.

import type { Page } from '@playwright/test';
import {
  expect,
  fillIn,
  forgive,
  openSignIn,
  submit,
  takenOver,
  test,
  waitForSignInPage,
  wordsOf,
} from '../support/brama.ts';
import { press } from '../support/diia-page.ts';
import { choose, googleMethod } from '../support/google-chooser.ts';

const choice = (page: Page) => page.locator('#shared-computer');

/** Expects a session of a shared computer, and a browser that has kept nothing about its user. */
async function expectForgetful(page: Page) {
  const { sessions } = await (await page.request.get('/api/sessions')).json();
  expect(sessions[0]).toMatchObject({ current: true, sharedComputer: true });
  const kept = await page.context().cookies();
  expect(kept.map(({ name }) => name)).not.toContain('brama_device');
  // -1: until the browser closes
  expect(kept.find(({ name }) => name === 'brama_session')?.expires).toBe(-1);
  const { origins } = await page.context().storageState();
  const names = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name));
  expect(names).not.toContain('brama.last-method');
}

test('the checkbox explains itself, and the methods keep the choice', async ({ page }) => {
  const { 'shared-computer': words } = await wordsOf(page, 'en', 'login');
  await page.goto('/en/?appId=x&state=s');
  const box = page.getByRole('checkbox', { name: words.label });
  const hint = page.locator('#shared-computer-hint');
  await expect(box).not.toBeChecked();
  await expect(hint).toBeHidden();
  await expect(box).toHaveAccessibleDescription(/10/);
  await takenOver(page);
  await box.press('Space');
  await expect(hint).toBeVisible();
  await expect(googleMethod(page)).toHaveAttribute(
    'href',
    '/api/google/redirect?appId=x&state=s&sharedComputer=true',
  );
  await box.press('Space');
  await expect(hint).toBeHidden();
  await expect(googleMethod(page)).toHaveAttribute('href', '/api/google/redirect?appId=x&state=s');
});

test('a password', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/uk/');
  await fillIn(page);
  await choice(page).check();
  await submit(page);
  await page.waitForURL('**/uk/apps');
  await expectForgetful(page);
});

test('Google', async ({ page }) => {
  await page.goto('/en/');
  await choice(page).check();
  await googleMethod(page).click();
  await choose(page, 'o.shevchenko');
  await page.waitForURL('**/en/apps');
  await expectForgetful(page);
});

test('Diia', async ({ page }) => {
  const { diia } = await wordsOf(page, 'uk', 'login');
  await openSignIn(page);
  await choice(page).check();
  const link = page.waitForResponse('**/api/diia/app-link*');
  await page.getByRole('link', { name: diia.title }).click();
  await expect(page).toHaveURL('/uk/diia?sharedComputer=true');
  const { pageLink, ...asked } = await (await link).json();
  expect(pageLink).not.toContain('sharedComputer');
  await press(page.request, { pageLink, ...asked }, 'confirm');
  await page.waitForURL('**/uk/apps');
  await expectForgetful(page);
});

test('the choice of the address is checked, and the browser suggests no names', async ({
  page,
}) => {
  const suggests = () => page.locator('#username').getAttribute('autocomplete');
  await page.goto('/uk/?sharedComputer=true');
  await expect(choice(page)).toBeChecked();
  expect(await suggests()).toBe('off');
  await choice(page).uncheck();
  await expect.poll(suggests).toBe('username webauthn');
});

test('the language switch keeps the choice', async ({ page }) => {
  await openSignIn(page);
  await choice(page).check();
  await page.locator('header a[hreflang]').click();
  await page.waitForURL('**/en/?sharedComputer=true');
  await expect(choice(page)).toBeChecked();
  await choice(page).uncheck();
  await page.locator('header a[hreflang]').click();
  await page.waitForURL('**/uk/');
  await expect(choice(page)).not.toBeChecked();
});

test('the page leaves by itself when the session has ended', async ({ page, complaints }) => {
  const { 'session-ended': words } = await wordsOf(page, 'uk', 'login');
  await page.clock.install();
  await openSignIn(page);
  await fillIn(page);
  await choice(page).check();
  await submit(page);
  await page.waitForURL('**/uk/apps');
  await page.goto('/uk/faq');
  await expect(page.locator('.account-menu')).toBeVisible();
  await takenOver(page);
  // a minute later it still lives
  const asked = page.waitForResponse('**/api/session');
  await page.clock.runFor(61_000);
  expect((await asked).status()).toBe(200);
  await page.context().clearCookies({ name: 'brama_session' });
  await page.clock.runFor(61_000);
  await waitForSignInPage(page);
  await expect(page.getByText(words.title)).toBeVisible();
  forgive(complaints, 401);
});
