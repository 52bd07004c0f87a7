// The five ways back into an account. Each ends signed in with a new factor; in both languages, by keyboard, and without JavaScript
// where the browser can do it. Has its own users.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { hideSuggestions } from '../passkeys/passkey-steps.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { addApp, addRecoveryCode } from '../support/authenticator-app.ts';
import {
  applyToSystem,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  type Language,
  languages,
  password,
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
import { runCommand } from '../support/processes.ts';
import { totpCode } from '../support/totp.ts';
import { expectReadable, inEveryWay } from '../support/ways.ts';

const chosen = 'річка, обрій і 7 лелек';
const dayMs = 86_400_000;
const secretOf = 'select encrypted_secret from totp_factors where user_id = ?';

type User = { username: string; id: string; secondary: string };

/** Adds a user with a name of its own, because recoveries are limited. */
async function addUser(more: object = {}): Promise<User> {
  const username = `recovers.${randomUUID().slice(0, 13)}`;
  const user = { username, fullName: 'Сич Олена Петрівна', groups: ['students'], password };
  await applyToSystem({ users: [{ ...user, email: `${username}@campus.example`, ...more }] });
  const [row] = readFromDatabase('select id from users where username = ?', username);
  return { username, id: `${row?.['id']}`, secondary: `${username}@mail.example` };
}

/** The link in the newest email to this address, from the console of the demo. */
async function linkTo(address: string): Promise<URL> {
  const text = address.replaceAll('.', '\\.');
  const email = new RegExp(`To: ${text}\\n[^]*?(http\\S+#[\\w-]{43})`, 'g');
  const links = () =>
    [...readFileSync(systemLog(), 'utf8').matchAll(email)].map(([, link]) => link ?? '');
  await expect.poll(links).not.toEqual([]);
  return new URL(links().at(-1) ?? '');
}

async function issueCode({ username }: User): Promise<string> {
  const explained = ['--issued-by', 'e2e', '--reason', 'lost phone'];
  const dataDir = dirname(systemLog());
  const output = await runCommand(dataDir, ['users', 'access-code', username, ...explained]);
  return output.split('\n')[0] ?? '';
}

const userOf = async (page: Page) =>
  (await (await page.request.get(`${bramaUrl()}/user`)).json()).data?.username;
const count = (table: 'passkeys' | 'totp_factors', { id }: User) =>
  readFromDatabase(`select user_id from ${table} where user_id = ?`, id).length;
const sessionOf = ({ id }: User) =>
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
  await page.getByRole('link', { name: recovery.options[option].action }).click();
}

/** Chooses a password on the last page, and arrives signed in. */
async function choosePassword(page: Page, language: Language, user: User) {
  await page.locator('#new-password').fill(chosen);
  await submit(page);
  await page.waitForURL(`**/${language}/apps`);
  expect(await userOf(page)).toBe(user.username);
  expect(sessionOf(user)).toEqual([{ method: 'password', amr: 'otp' }]);
  expect(count('totp_factors', user)).toBe(0);
}

// headless Chromium sometimes stops responding while it has a virtual authenticator
test.describe.configure({ retries: 1 });

inEveryWay((way) => {
  const { language } = way;

  test('a secondary address is added and confirmed', async ({ page, browser, complaints }) => {
    const user = await addUser();
    const words = await wordsOf(page, language, 'recovery');
    const { 'secondary-email': section } = await wordsOf(page, language, 'account');
    await startSession(page, user.username);
    await page.goto(`/${language}/account`);
    await page.getByRole('link', { name: section.add }).click();
    await expect(page.locator('h1')).toHaveText(words['secondary-email'].title);
    await expectReadable(page, way);
    await page.locator('#email').fill(`${user.username}@campus.example`);
    await page.getByRole('button', { name: words['secondary-email'].add }).click();
    await expect(page.getByRole('alert')).toContainText(words['secondary-email']['not-added']);
    await expectReadable(page, way);
    forgive(complaints, 422);
    await page.locator('#email').fill(user.secondary);
    await page.getByRole('button', { name: words['secondary-email'].add }).click();
    await expect(page.locator('[data-state=unconfirmed]')).toContainText(user.secondary);
    await expectReadable(page, way);

    // the user opens the email in another browser
    const other = await browser.newContext({
      baseURL: bramaUrl(),
      javaScriptEnabled: way.javaScriptEnabled,
    });
    const mail = await other.newPage();
    const confirmation = await linkTo(user.secondary);
    await mail.goto(confirmation.href);
    if (!way.javaScriptEnabled) await mail.locator('#code').fill(confirmation.hash.slice(1));
    await expectReadable(mail, way);
    await submit(mail);
    await expect(mail.locator('h1')).toHaveText(words['secondary-email-confirmed'].title);
    await expectReadable(mail, way);
    await page.reload();
    await expect(page.locator('[data-state=waiting]')).toBeVisible();
    await expectReadable(page, way);

    await other.close();
  });

  test('a secondary address that is usable stays while another one replaces it', async ({
    page,
  }) => {
    const user = await addUser();
    const words = (await wordsOf(page, language, 'recovery'))['secondary-email'];
    const at = Date.now() - 8 * 24 * 3_600_000;
    const insert =
      'insert into secondary_emails (user_id, email, created_at, confirmed_at) values (?, ?, ?, ?)';
    writeToDatabase(insert, user.id, user.secondary, at, at);
    await startSession(page, user.username);
    await page.goto(`/${language}/secondary-email`);
    await page.locator('#email').fill(`new.${user.secondary}`);
    await page.getByRole('button', { name: words.add }).press('Enter');
    await expect(page.locator('[data-next=unconfirmed]')).toContainText(`new.${user.secondary}`);
    await expect(page.locator('[data-state=usable]')).toContainText(user.secondary);
    await expect(page.getByRole('button', { name: words.next['remove-former'] })).toBeVisible();
    await expectReadable(page, way);
    await page.getByRole('button', { name: words.next.cancel }).press('Enter');
    await expect(page.locator('[data-next]')).toHaveCount(0);
    await expect(page.locator('[data-state=usable]')).toContainText(user.secondary);
  });

  test('a link to the secondary address leads back in', async ({ page }) => {
    const user = await addUser();
    addApp(user.id);
    const at = Date.now() - 7 * dayMs;
    const insert =
      'insert into secondary_emails (user_id, email, created_at, confirmed_at) values (?, ?, ?, ?)';
    writeToDatabase(insert, user.id, user.secondary, at, at);
    const words = await wordsOf(page, language, 'recovery');
    await choose(page, language, 'email');
    await expectReadable(page, way);
    await page.locator('#username').fill(user.username);
    await submit(page);
    await page.waitForURL(`**/${language}/recovery/sent`);
    await expectReadable(page, way);
    const link = await linkTo(user.secondary);
    expect(link.pathname).toBe(`/${language}/recovery/link`);
    await page.goto(link.href);
    if (!way.javaScriptEnabled) await page.locator('#code').fill(link.hash.slice(1));
    await expectReadable(page, way);
    await submit(page);
    await expect(page.locator('h1')).toHaveText(words['recovery-set-up'].title);
    await expect(page.getByText(user.username, { exact: true })).toBeVisible();
    expect(await userOf(page)).toBeUndefined();
    await choosePassword(page, language, user);
  });

  test('a temporary access code leads back in', async ({ page, complaints }) => {
    const user = await addUser();
    addApp(user.id);
    const words = await wordsOf(page, language, 'recovery');
    const code = await issueCode(user);
    await choose(page, language, 'access-code');
    await expectReadable(page, way);
    await page.locator('#username').fill(user.username);
    await page.locator('#code').fill('22222-22222');
    await submit(page);
    await expect(page.getByRole('alert')).toContainText(words['not-accepted']);
    await expect(page.locator('#username')).toHaveValue(user.username);
    await expectReadable(page, way);
    forgive(complaints, 403);
    await page.locator('#code').fill(code.toLowerCase());
    await submit(page);
    await expect(page.locator('h1')).toHaveText(words['recovery-set-up'].title);
    await expect(page.getByText(words['recovery-set-up'].passkey.action)).toBeVisible({
      visible: way.javaScriptEnabled,
    });
    await expectReadable(page, way);
    await page.locator('#new-password').fill('short');
    await submit(page);
    await expect(page.getByRole('alert')).toContainText(words['not-saved']);
    await expectReadable(page, way);
    forgive(complaints, 422);
    await choosePassword(page, language, user);
  });

  test('a recovery code leads back in, and another app is set up', async ({ page }) => {
    const user = await addUser();
    addApp(user.id);
    const code = addRecoveryCode(user.id);
    const words = await wordsOf(page, language, 'second-factor');
    await choose(page, language, 'recovery-code');
    await fillIn(page, user.username);
    await submit(page);
    await page.waitForURL(`**/${language}/second-factor`);
    await page.getByRole('link', { name: words['use-recovery-code'] }).click();
    await page.locator('#code').fill(code);
    await submit(page);
    await page.waitForURL(`**/${language}/apps`);
    expect(await userOf(page)).toBe(user.username);
    expect(sessionOf(user)).toEqual([{ method: 'password', amr: 'pwd otp mfa' }]);
    // the app of the new phone replaces that of the lost one
    const before = readFromDatabase(secretOf, user.id);
    const { codes } = await wordsOf(page, language, 'second-factor-set-up');
    await page.goto(`/${language}/second-factor/set-up`);
    const secret = (await page.locator('ol code').textContent()) ?? '';
    await page.locator('#code').fill(totpCode(secret));
    await page.locator('#main button[type=submit]').first().click();
    await expect(page.locator('h1')).toHaveText(codes.title);
    expect(count('totp_factors', user)).toBe(1);
    expect(readFromDatabase(secretOf, user.id)).not.toEqual(before);
  });
});

for (const language of languages) {
  /** Adds a passkey on the account page. */
  async function addPasskey(page: Page, user: User) {
    const { passkey } = await wordsOf(page, language, 'profile');
    const before = count('passkeys', user);
    await page.goto(`/${language}/account`);
    await takenOver(page);
    await page.getByRole('button', { name: passkey.add }).press('Enter');
    await expect.poll(() => count('passkeys', user)).toBe(before + 1);
  }

  test(`${language}: after an access code a passkey is added by keyboard`, async ({ page }) => {
    const user = await addUser();
    addApp(user.id);
    const words = (await wordsOf(page, language, 'recovery'))['recovery-set-up'];
    const { passkey } = await wordsOf(page, language, 'profile');
    const authenticator = await addAuthenticator(page);
    const code = await issueCode(user);
    await page.goto(`/${language}/recovery/access-code`);
    await takenOver(page);
    await page.locator('#username').fill(user.username);
    await page.keyboard.press('Tab');
    await expect(page.locator('#code')).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${language}/recovery/set-up`);
    await takenOver(page);
    await authenticator.verifyUser(false);
    const add = page.getByRole('button', { name: words.passkey.action });
    await add.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: passkey.cancelled })).toBeVisible();
    await expectReadable(page, { language, javaScriptEnabled: true });
    await authenticator.verifyUser(true);
    await add.press('Enter');
    await page.waitForURL(`**/${language}/apps`);
    expect(await userOf(page)).toBe(user.username);
    expect(sessionOf(user)).toEqual([{ method: 'passkey', amr: 'otp' }]);
    expect([count('passkeys', user), count('totp_factors', user)]).toEqual([1, 0]);
  });

  test(`${language}: another passkey leads back in, and a new one is added`, async ({ page }) => {
    const user = await addUser();
    const synced = await addAuthenticator(page, true);
    await startSession(page, user.username);
    await addPasskey(page, user);
    // the account page asks whether the session still exists
    await page.goto('/healthz');
    await page.context().clearCookies({ name: 'brama_session' });
    const { passkey } = await wordsOf(page, language, 'login');
    await hideSuggestions(page);
    await choose(page, language, 'passkey');
    await takenOver(page);
    await page.getByRole('button', { name: passkey.title }).click();
    await page.waitForURL(`**/${language}/apps`);
    expect(await userOf(page)).toBe(user.username);
    await synced.remove();
    await addAuthenticator(page);
    await addPasskey(page, user);
  });

  test(`${language}: Diia leads back in, and a passkey is added`, async ({ page }) => {
    const username = 'o.shevchenko';
    const [row] = readFromDatabase('select id from users where username = ?', username);
    const user = { username, id: `${row?.['id']}`, secondary: '' };
    await addAuthenticator(page);
    await choose(page, language, 'diia');
    await page.waitForURL(`**/${language}/diia`);
    await expect(diiaCode(page)).toBeVisible();
    const link = await openScreen(page, language);
    await press(page.request, link, 'confirm');
    await page.waitForURL(`**/${language}/apps`);
    expect(await userOf(page)).toBe(username);
    await addPasskey(page, user);
    for (const table of ['passkeys', 'passkey_offers'])
      writeToDatabase(`delete from ${table} where user_id = ?`, user.id);
  });
}
