// The second factor at sign-in, as a browser shows it. The rules are tested in packages/server/src/second-factor/verify. Each
// test has a user of its own, because each code of an app works once.

import type { Page } from '@playwright/test';
import { addUser, type TestUser } from '../support/administration.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { type AuthenticatorApp, addApp, addRecoveryCode } from '../support/authenticator-app.ts';
import {
  applicationId,
  bramaUrl,
  expect,
  expectAccessible,
  fillIn,
  forgive,
  type Language,
  sampleUrl,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';
import { inEveryWay, optionsOf, plainEnglish } from '../support/ways.ts';

const addStudent = () => addUser({ prefix: 'second' });

function addUserWithApp(): TestUser & { app: AuthenticatorApp } {
  const user = addStudent();
  return { ...user, app: addApp(user.id) };
}

/** Enters the password, and arrives at the second factor. */
async function enterPassword(
  page: Page,
  { username }: TestUser,
  language: Language = 'uk',
  query = '',
) {
  await page.goto(`/${language}/${query}`);
  await fillIn(page, username);
  await submit(page);
  await page.waitForURL(`**/${language}/second-factor*`);
}

const usernameOf = async (page: Page) =>
  (await (await page.request.get(`${bramaUrl()}/user`)).json()).data.username;
const codeField = (page: Page) => page.locator('#code');

inEveryWay(({ language, javaScriptEnabled }) => {
  test('a wrong code is explained, the right one signs in and opens the application', {
    tag: javaScriptEnabled ? '@journey' : [],
  }, async ({ page, complaints }) => {
    const user = addUserWithApp();
    const words = await wordsOf(page, language, 'second-factor');
    await enterPassword(page, user, language, `?appId=${applicationId('campus')}`);
    await expect(page.locator('h1')).toHaveText(words['second-factor'].title);
    await expect(page.getByText(user.username, { exact: true })).toBeVisible();
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(codeField(page)).toBeFocused();

    await codeField(page).fill(user.app.wrongCode());
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField(page)).toHaveAccessibleDescription(
      new RegExp(words['second-factor'].wrong.slice(0, 30)),
    );
    await expect(codeField(page)).toHaveValue('');
    await expect(codeField(page)).toBeFocused();
    if (javaScriptEnabled) await expect(page).toHaveTitle(/^(Помилка|Error): /);
    forgive(complaints, 401);

    await codeField(page).fill(user.app.code());
    await page.keyboard.press('Enter');
    await page.waitForURL(`${sampleUrl()}/campus*`);
    expect(await usernameOf(page)).toBe(user.username);
  });
});

test('Back and Reload after a wrong code open the page again, and send no code', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const user = addUserWithApp();
  const words = await wordsOf(page, 'en', 'second-factor');
  await enterPassword(page, user, 'en');
  await codeField(page).fill(user.app.wrongCode());
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  forgive(complaints, 401);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });

  await page.getByRole('link', { name: words.trouble }).click();
  await page.waitForURL('**/en/recovery');
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/second-factor$/);
  await expect(codeField(page)).toBeVisible();
  await expect(codeField(page)).not.toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(codeField(page)).not.toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);

  await codeField(page).fill(user.app.code());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/en/apps');
});

test('a sign-in that has expired begins again', async ({ page }) => {
  const user = addUserWithApp();
  await enterPassword(page, user);
  writeToDatabase('update pending_sign_ins set expires_at = 0 where user_id = ?', user.id);
  await codeField(page).fill(user.app.code());
  await page.keyboard.press('Enter');
  const login = await wordsOf(page, 'uk', 'login');
  await expect(page.getByText(login['session-ended'].title)).toBeVisible();
  await expect(page.locator('#current-password')).toBeVisible();
});

test('a recovery code signs in after a wrong one', async ({ page, complaints }) => {
  const user = addUserWithApp();
  const code = addRecoveryCode(user.id);
  const words = await wordsOf(page, 'uk', 'second-factor');
  await enterPassword(page, user);
  await page.getByRole('link', { name: words['use-recovery-code'] }).click();
  await page.waitForURL('**/uk/second-factor/recovery-code');
  await expect(page.locator('h1')).toHaveText(words['second-factor-recovery'].title);
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill('aaaaa-aaaaa');
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  forgive(complaints, 401);
  await codeField(page).fill(code.toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/uk/apps');
  expect(await usernameOf(page)).toBe(user.username);
});

test('by keyboard alone the user signs in, and the remembered browser is not asked again', {
  tag: '@journey',
}, async ({ page }) => {
  const user = addUserWithApp();
  addRecoveryCode(user.id);
  await enterPassword(page, user, 'en');
  await takenOver(page);
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('#remember')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type(user.app.code());
  await page.waitForURL('**/en/apps');

  await page.goto('/healthz');
  await page.context().clearCookies({ name: 'brama_session' });
  await page.goto('/en/');
  await fillIn(page, user.username);
  await submit(page);
  await page.waitForURL('**/en/apps');
  expect(await usernameOf(page)).toBe(user.username);
});

test('a tab that waits for a code follows a sign-in in another tab', async ({ page, context }) => {
  const user = addUserWithApp();
  await enterPassword(page, user);
  await takenOver(page);
  const other = await context.newPage();
  await other.goto('/uk/second-factor');
  await takenOver(other);
  // the last digit sends it
  await codeField(other).fill(user.app.code());
  await other.waitForURL('**/uk/apps');
  await page.waitForURL('**/uk/apps');
});

test.describe('with a passkey', () => {
  // headless Chromium sometimes stops responding while it has a virtual authenticator
  test.describe.configure({ retries: 1 });

  test('a passkey confirms, by keyboard, also after a failed fingerprint', async ({ page }) => {
    const user = addStudent();
    const authenticator = await addAuthenticator(page);
    const profile = await wordsOf(page, 'en', 'profile');
    const words = await wordsOf(page, 'en', 'second-factor');
    await startSession(page, user.username);
    await page.goto('/en/account');
    await takenOver(page);
    await page.getByRole('button', { name: profile.passkey.add }).click();
    await expect(page.locator('section[aria-labelledby=sign-in-methods] li')).toHaveCount(1);
    await page.goto('/healthz');
    await page.context().clearCookies({ name: 'brama_session' });
    addApp(user.id);
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await enterPassword(page, user, 'en');
    await takenOver(page);
    await authenticator.verifyUser(false);
    const button = page.getByRole('button', { name: words.passkey.action });
    await button.press('Space');
    await expect(page.getByRole('alert').filter({ hasText: words.passkey.failed })).toBeVisible();
    await expectAccessible(page);
    await authenticator.verifyUser(true);
    await button.press('Space');
    await page.waitForURL('**/en/apps');
    expect(await usernameOf(page)).toBe(user.username);
  });
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('no passkey is offered', async ({ page }) => {
    const user = addUserWithApp();
    // nothing confirms with it: the page decides whether to offer it
    const columns = 'id, user_id, credential_id, public_key, counter, aaguid, transports';
    const states = 'backup_eligible, backed_up, name, created_at';
    writeToDatabase(
      `insert into passkeys (${columns}, ${states}) values (?, ?, ?, '', 0, '', '[]', 0, 0, '', ?)`,
      crypto.randomUUID(),
      user.id,
      crypto.randomUUID(),
      Date.now(),
    );
    const words = await wordsOf(page, 'en', 'second-factor');
    await enterPassword(page, user, 'en');
    await expect(codeField(page)).toBeVisible();
    await expect(page.getByText(words.passkey.action)).toBeHidden();
  });
});
