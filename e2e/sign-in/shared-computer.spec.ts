// The choice “This is a shared computer”: every sign-in method, with and without JavaScript, by keyboard, in both themes.

import type { Page } from '@playwright/test';
import {
  applicationId,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  openSignIn,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { press } from '../support/diia-page.ts';
import { choose, googleMethod } from '../support/google-chooser.ts';
import { expectReadable, inEveryWay } from '../support/ways.ts';

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

inEveryWay(({ language, javaScriptEnabled }) => {
  test('the checkbox is accessible in both themes and widths', async ({ page }) => {
    const { 'shared-computer': words } = await wordsOf(page, language, 'login');
    await page.goto(`/${language}/?appId=x&state=s`);
    const box = page.getByRole('checkbox', { name: words.label });
    const hint = page.locator('#shared-computer-hint');
    await expect(box).not.toBeChecked();
    await expect(hint).toBeHidden();
    await expect(box).toHaveAccessibleDescription(/10/);
    await box.press('Space');
    await expect(hint).toBeVisible();
    await expect(googleMethod(page)).toHaveAttribute(
      'href',
      '/api/google/redirect?appId=x&state=s&sharedComputer=true',
    );
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 768, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        await expectReadable(page, { language, javaScriptEnabled });
      }
    await box.press('Space');
    await expect(hint).toBeHidden();
    await expect(googleMethod(page)).toHaveAttribute(
      'href',
      '/api/google/redirect?appId=x&state=s',
    );
  });

  test('a password', async ({ page }) => {
    await page.goto(`/${language}/`);
    await fillIn(page);
    await choice(page).check();
    await submit(page);
    await page.waitForURL(`**/${language}/apps`);
    await expectForgetful(page);
  });

  test('a device code', async ({ page }) => {
    const words = await wordsOf(page, language, 'interaction');
    const body = new URLSearchParams({ client_id: applicationId('tv'), scope: 'openid' });
    const asked = await fetch(`${bramaUrl()}/oidc/device/auth`, { method: 'POST', body });
    await page.goto((await asked.json()).verification_uri_complete);
    await page.getByRole('button', { name: words['device-confirm'].yes }).click();
    await page.waitForURL('**/?appId=*');
    await fillIn(page);
    await choice(page).check();
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/device/done');
    await expectForgetful(page);
  });

  test('Google', async ({ page }) => {
    await page.goto(`/${language}/`);
    await choice(page).check();
    await googleMethod(page).click();
    await choose(page, 'o.shevchenko');
    if (!javaScriptEnabled) await page.locator('main form button').click();
    await page.waitForURL(`**/${language}/apps`);
    await expectForgetful(page);
  });
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

test('a refused sign-in with Google keeps the choice', async ({ page }) => {
  await page.goto('/uk/');
  await choice(page).check();
  await googleMethod(page).click();
  await choose(page, 'o.shevchenko', 'cancel');
  await page.waitForURL('**/uk/?*');
  await expect(choice(page)).toBeChecked();
});

test('the list of sessions names the shared computer', async ({ page }) => {
  const { sessions } = await wordsOf(page, 'uk', 'profile');
  await openSignIn(page);
  await fillIn(page);
  await choice(page).check();
  await submit(page);
  await page.waitForURL('**/uk/apps');
  await page.locator('[aria-haspopup=dialog]').click();
  const section = page.locator('dialog section[aria-labelledby=sessions]');
  await expect(section.getByRole('listitem').first()).toContainText(sessions.shared);
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
  await page.waitForURL('**/uk/?session=ended');
  await expect(page.getByText(words.title)).toBeVisible();
  forgive(complaints, 401);
});
