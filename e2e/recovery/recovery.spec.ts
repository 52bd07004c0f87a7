// Ways back into an account, as a browser shows them. Each ends signed in with a new factor. The rules are tested in
// packages/server/src/recovery. Each test has a user of its own, because recoveries are limited.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { hideSuggestions } from '../passkeys/passkey-steps.ts';
import { addUser, callAdministration, type TestUser } from '../support/administration.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { addAccessCode, addApp, addRecoveryCode } from '../support/authenticator-app.ts';
import {
  bramaUrl,
  expect,
  expectAccessible,
  fillIn,
  forgive,
  type Language,
  readFromDatabase,
  startSession,
  submit,
  systemLog,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';
import { code as diiaCode, openScreen, press } from '../support/diia-page.ts';
import { totpCode } from '../support/totp.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';

const chosen = 'річка, обрій і 7 лелек';
const dayMs = 86_400_000;

const addStudent = () => addUser({ prefix: 'recovers', email: true });
const secondaryOf = ({ username }: TestUser) => `${username}@mail.example`;

/** The link in the newest email to this address, from the console of the demo. */
async function linkTo(address: string): Promise<URL> {
  const text = address.replaceAll('.', '\\.');
  const email = new RegExp(`To: ${text}\\n[^]*?(http\\S+#[\\w-]{43})`, 'g');
  const links = () =>
    [...readFileSync(systemLog(), 'utf8').matchAll(email)].map(([, link]) => link ?? '');
  await expect.poll(links).not.toEqual([]);
  return new URL(links().at(-1) ?? '');
}

const userOf = async (page: Page) =>
  (await (await page.request.get(`${bramaUrl()}/user`)).json()).data?.username;
const count = (table: 'passkeys' | 'totp_factors', { id }: TestUser) =>
  readFromDatabase(`select user_id from ${table} where user_id = ?`, id).length;
const sessionOf = ({ id }: TestUser) =>
  readFromDatabase('select method, amr from sessions where user_id = ?', id).map((row) => ({
    ...row,
  }));

/** Opens the options from the sign-in page and follows one of them. */
async function choose(page: Page, language: Language, option: string) {
  const { form } = await wordsOf(page, language, 'login');
  const { recovery } = await wordsOf(page, language, 'recovery');
  await page.goto(`/${language}/`);
  await page.getByRole('link', { name: form.trouble }).click();
  await expect(page.locator('h1')).toHaveText(recovery.title);
  await page.getByRole('link', { name: recovery.options[option].title }).click();
}

/** Chooses a password on the last page, and arrives signed in. */
async function choosePassword(page: Page, language: Language, user: TestUser) {
  await page.locator('#new-password').fill(chosen);
  await submit(page);
  await page.waitForURL(`**/${language}/apps`);
  expect(await userOf(page)).toBe(user.username);
  expect(sessionOf(user)).toEqual([{ method: 'password', amr: 'otp' }]);
  expect(count('totp_factors', user)).toBe(0);
}

test('a secondary address is added, and confirmed in another browser', async ({
  page,
  browser,
  complaints,
}) => {
  const user = addStudent();
  const words = await wordsOf(page, 'uk', 'recovery');
  const { 'secondary-email': section } = await wordsOf(page, 'uk', 'account');
  await startSession(page, user.username);
  await page.goto('/uk/account');
  await page.getByRole('link', { name: section.add }).click();
  await expect(page.locator('h1')).toHaveText(words['secondary-email'].title);
  await page.locator('#email').fill(`${user.username}@campus.example`);
  await page.getByRole('button', { name: words['secondary-email'].add }).click();
  await expect(page.getByRole('alert')).toContainText(words['secondary-email']['not-added']);
  forgive(complaints, 422);
  await page.locator('#email').fill(secondaryOf(user));
  await page.getByRole('button', { name: words['secondary-email'].add }).click();
  await expect(page.locator('[data-state=unconfirmed]')).toContainText(secondaryOf(user));

  const other = await browser.newContext({ baseURL: bramaUrl() });
  const mail = await other.newPage();
  await mail.goto((await linkTo(secondaryOf(user))).href);
  await submit(mail);
  await expect(mail.locator('h1')).toHaveText(words['secondary-email-confirmed'].title);
  await page.reload();
  await expect(page.locator('[data-state=waiting]')).toBeVisible();
  await other.close();
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('a link to the secondary address leads back in', { tag: '@journey' }, async ({ page }) => {
    const user = addStudent();
    addApp(user.id);
    const at = Date.now() - 7 * dayMs;
    const insert =
      'insert into secondary_emails (user_id, email, created_at, confirmed_at) values (?, ?, ?, ?)';
    writeToDatabase(insert, user.id, secondaryOf(user), at, at);
    const words = await wordsOf(page, 'en', 'recovery');
    await choose(page, 'en', 'email');
    await page.locator('#username').fill(user.username);
    await submit(page);
    await page.waitForURL('**/en/recovery/sent');
    const link = await linkTo(secondaryOf(user));
    expect(link.pathname).toBe('/en/recovery/link');
    await page.goto(link.href);
    await page.locator('#code').fill(link.hash.slice(1));
    await submit(page);
    await expect(page.locator('h1')).toHaveText(words['recovery-set-up'].title);
    await expect(page.getByText(user.username, { exact: true })).toBeVisible();
    await expect(page.getByText(words['recovery-set-up'].passkey.action)).toBeHidden();
    expect(await userOf(page)).toBeUndefined();
    await choosePassword(page, 'en', user);
  });
});

test('a temporary access code leads back in', { tag: '@journey' }, async ({ page, complaints }) => {
  const user = addStudent();
  addApp(user.id);
  const words = await wordsOf(page, 'uk', 'recovery');
  const code = addAccessCode(user.id);
  await choose(page, 'uk', 'access-code');
  await page.locator('#username').fill(user.username);
  await page.locator('#code').fill('22222-22222');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(words['not-accepted']);
  await expect(page.locator('#username')).toHaveValue(user.username);
  forgive(complaints, 403);
  await page.locator('#code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText(words['recovery-set-up'].title);
  await page.locator('#new-password').fill('short');
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(words['not-saved']);
  await expectAccessible(page);
  forgive(complaints, 422);
  await choosePassword(page, 'uk', user);
});

test('a recovery code leads back in, and another app is set up', async ({ page }) => {
  const user = addStudent();
  addApp(user.id);
  const code = addRecoveryCode(user.id);
  const secretOf = () =>
    readFromDatabase('select encrypted_secret from totp_factors where user_id = ?', user.id);
  const words = await wordsOf(page, 'en', 'second-factor');
  await choose(page, 'en', 'recovery-code');
  await fillIn(page, user.username);
  await submit(page);
  await page.waitForURL('**/en/second-factor');
  await page.getByRole('link', { name: words['use-recovery-code'] }).click();
  await page.locator('#code').fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/en/apps');
  expect(await userOf(page)).toBe(user.username);
  expect(sessionOf(user)).toEqual([{ method: 'password', amr: 'pwd otp mfa' }]);
  // the app of the new phone replaces that of the lost one
  const before = secretOf();
  const { codes } = await wordsOf(page, 'en', 'second-factor-set-up');
  await page.goto('/en/second-factor/set-up');
  const secret = (await page.locator('ol code').textContent()) ?? '';
  await page.locator('#code').fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText(codes.title);
  expect(count('totp_factors', user)).toBe(1);
  expect(secretOf()).not.toEqual(before);
});

test('an invited user chooses a password and signs in', { tag: '@journey' }, async ({ page }) => {
  const username = `invited.${crypto.randomUUID().slice(0, 13)}`;
  const email = `${username}@campus.example`;
  const user = { username, fullName: 'Сич Олена Петрівна', email, groups: ['students'] };
  await callAdministration('POST', '/users', { ...user, invite: true });
  const login = await wordsOf(page, 'uk', 'login');
  await page.goto((await linkTo(email)).href);
  await takenOver(page);
  // the secret has left the address
  await expect(page).toHaveURL('/uk/password/reset');
  await page.locator('#new-password').fill(chosen);
  await submit(page);
  await expect(page.getByRole('status')).toContainText([login['password-changed'].title]);
  await fillIn(page, username, chosen);
  await submit(page);
  await page.waitForURL('**/uk/apps');
  expect(await userOf(page)).toBe(username);
});

test.describe('with a passkey', () => {
  // headless Chromium sometimes stops responding while it has a virtual authenticator
  test.describe.configure({ retries: 1 });

  /** Adds a passkey on the account page. */
  async function addPasskey(page: Page, language: Language, user: TestUser) {
    const { passkey } = await wordsOf(page, language, 'profile');
    const before = count('passkeys', user);
    await page.goto(`/${language}/account`);
    await takenOver(page);
    await page.getByRole('button', { name: passkey.add }).press('Enter');
    await expect.poll(() => count('passkeys', user)).toBe(before + 1);
  }

  test('after an access code a passkey is added by keyboard', async ({ page }) => {
    const user = addStudent();
    addApp(user.id);
    const words = (await wordsOf(page, 'en', 'recovery'))['recovery-set-up'];
    const { passkey } = await wordsOf(page, 'en', 'profile');
    const authenticator = await addAuthenticator(page);
    const code = addAccessCode(user.id);
    await page.goto('/en/recovery/access-code');
    await takenOver(page);
    await page.locator('#username').fill(user.username);
    await page.keyboard.press('Tab');
    await expect(page.locator('#code')).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/en/recovery/set-up');
    await takenOver(page);
    await authenticator.verifyUser(false);
    const add = page.getByRole('button', { name: words.passkey.action });
    await add.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: passkey.cancelled })).toBeVisible();
    await expectAccessible(page);
    await authenticator.verifyUser(true);
    await add.press('Enter');
    await page.waitForURL('**/en/apps');
    expect(await userOf(page)).toBe(user.username);
    expect(sessionOf(user)).toEqual([{ method: 'passkey', amr: 'otp' }]);
    expect([count('passkeys', user), count('totp_factors', user)]).toEqual([1, 0]);
  });

  test('another passkey leads back in, and a new one is added', async ({ page }) => {
    const user = addStudent();
    const synced = await addAuthenticator(page, true);
    await startSession(page, user.username);
    await addPasskey(page, 'uk', user);
    // the account page asks whether the session still exists
    await page.goto('/healthz');
    await page.context().clearCookies({ name: 'brama_session' });
    const { passkey } = await wordsOf(page, 'uk', 'login');
    await hideSuggestions(page);
    await choose(page, 'uk', 'passkey');
    await takenOver(page);
    await page.getByRole('button', { name: passkey.title }).click();
    await page.waitForURL('**/uk/apps');
    expect(await userOf(page)).toBe(user.username);
    await synced.remove();
    await addAuthenticator(page);
    await addPasskey(page, 'uk', user);
  });

  test('Diia leads back in, and a passkey is added', async ({ page }) => {
    const username = 'o.shevchenko';
    const [row] = readFromDatabase('select id from users where username = ?', username);
    const user = { username, id: `${row?.['id']}` };
    await addAuthenticator(page);
    await choose(page, 'uk', 'diia');
    await page.waitForURL('**/uk/diia');
    await expect(diiaCode(page)).toBeVisible();
    const link = await openScreen(page, 'uk');
    await press(page.request, link, 'confirm');
    await page.waitForURL('**/uk/apps');
    expect(await userOf(page)).toBe(username);
    await addPasskey(page, 'uk', user);
    for (const table of ['passkeys', 'passkey_offers'])
      writeToDatabase(`delete from ${table} where user_id = ?`, user.id);
  });
});
