// Sign-in with a passkey, by the button and by the suggestions of the username field: also by keyboard, after refusals, and
// where passkeys cannot work.

import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  bramaUrl,
  expect,
  expectAccessible,
  fillIn,
  forgive,
  makeSignInOld,
  openSignIn,
  pretendFactor,
  tabTo,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';
import {
  addPasskeyTo,
  addStudent,
  hideSuggestions,
  optionsRequests,
  passkeyButton,
  signOutOf,
} from './passkey-steps.ts';

const usernameOf = async (page: Page) =>
  (await (await page.request.get(`${bramaUrl()}/user`)).json()).data.username;

test('the button signs in, by keyboard alone', { tag: '@journey' }, async ({ page }) => {
  const user = addStudent();
  await hideSuggestions(page);
  await addAuthenticator(page);
  await addPasskeyTo(page, user, 'en');
  await signOutOf(page);
  await openSignIn(page, 'en');
  await tabTo(page, await passkeyButton(page, 'en'));
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await page.waitForURL('**/en/apps');
  expect(await usernameOf(page)).toBe(user.username);
});

test('the username field suggests passkeys, and the page asks for options once', async ({
  page,
  complaints,
}) => {
  const user = addStudent();
  const authenticator = await addAuthenticator(page);
  await addPasskeyTo(page, user);
  await signOutOf(page);
  await authenticator.answer(false);
  const asked = optionsRequests(page);
  await openSignIn(page);
  await expect(page.locator('#username')).toHaveAttribute('autocomplete', 'username webauthn');
  await expect.poll(() => asked.length).toBe(1);
  // a wrong password ends the suggestions; they return with the focus
  await fillIn(page, user.username, 'wrong password');
  await page.keyboard.press('Enter');
  await expect(page.locator('main [role=alert]').first()).not.toBeEmpty();
  forgive(complaints, 401);
  await authenticator.answer(true);
  await page.locator('#username').focus();
  await page.waitForURL('**/uk/apps');
  expect(await usernameOf(page)).toBe(user.username);
  expect(asked).toHaveLength(1);
});

test('after a failed fingerprint the user tries again, without new options', async ({ page }) => {
  await hideSuggestions(page);
  const authenticator = await addAuthenticator(page);
  await addPasskeyTo(page, addStudent(), 'en');
  await signOutOf(page);
  await authenticator.verifyUser(false);
  const asked = optionsRequests(page);
  const words = await wordsOf(page, 'en', 'login');
  await openSignIn(page, 'en');
  const button = await passkeyButton(page, 'en');
  await button.click();
  await expect(button.getByRole('alert')).toHaveText(words.passkey.failed);
  await expect(button).not.toHaveAttribute('aria-busy');
  await expectAccessible(page);
  expect(page.url()).toBe(`${bramaUrl()}/en/`);
  await authenticator.verifyUser(true);
  await button.click();
  await page.waitForURL('**/en/apps');
  expect(asked).toHaveLength(1);
});

test('a deleted passkey is refused, and the password manager may forget it', async ({
  page,
  complaints,
}) => {
  await hideSuggestions(page);
  const authenticator = await addAuthenticator(page);
  await addPasskeyTo(page, addStudent());
  await pretendFactor(page);
  const { passkeys } = await (await page.request.get(`${bramaUrl()}/api/passkeys`)).json();
  const headers = { origin: bramaUrl() };
  const data = { passkey: passkeys[0].id };
  await page.request.post(`${bramaUrl()}/api/passkeys/remove`, { headers, data });
  await signOutOf(page);
  const words = await wordsOf(page, 'uk', 'login');
  await openSignIn(page);
  const button = await passkeyButton(page, 'uk');
  await button.click();
  await expect(button.getByRole('alert')).toHaveText(words.passkey.unknown);
  forgive(complaints, 401);
  await expect.poll(() => authenticator.credentials()).toEqual([]);
});

test('on a shared computer the browser keeps nothing about the sign-in', async ({ page }) => {
  await hideSuggestions(page);
  await addAuthenticator(page);
  await addPasskeyTo(page, addStudent());
  await signOutOf(page);
  await openSignIn(page);
  await page.locator('#shared-computer').check();
  await (await passkeyButton(page, 'uk')).click();
  await page.waitForURL('**/uk/apps');
  const { sessions } = await (await page.request.get(`${bramaUrl()}/api/sessions`)).json();
  expect(sessions[0]).toMatchObject({ method: 'passkey', sharedComputer: true });
  expect(await page.evaluate(() => localStorage.getItem('brama.last-method'))).toBeNull();
});

test('a signed-in user confirms the identity and returns to the account page', async ({ page }) => {
  const user = addStudent();
  await hideSuggestions(page);
  await addAuthenticator(page);
  await addPasskeyTo(page, user, 'en');
  await makeSignInOld(page);
  await page.goto('/en/?reauthenticate=account');
  await takenOver(page);
  await (await passkeyButton(page, 'en')).click();
  await page.waitForURL('**/en/account#sign-in-methods');
  expect(await usernameOf(page)).toBe(user.username);
});

test('a browser without WebAuthn shows no button and asks for no options', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  const asked = optionsRequests(page);
  await openSignIn(page);
  await expect(await passkeyButton(page, 'uk')).toHaveCount(0);
  expect(asked).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('no passkey is offered, also not as a way back', async ({ page }) => {
    await page.goto('/en/');
    await expect(page.locator('#username')).toBeVisible();
    const words = await wordsOf(page, 'en', 'login');
    await expect(page.getByText(words.passkey.title).filter({ visible: true })).toHaveCount(0);
    await page.getByRole('link', { name: words.form.trouble }).click();
    const { options } = (await wordsOf(page, 'en', 'recovery')).recovery;
    await expect(page.getByText(options.email.title)).toBeVisible();
    await expect(page.getByText(options.passkey.title)).toBeHidden();
  });
});
