// The second factor at sign-in: the code of an app, a recovery code and a passkey; with and without JavaScript, by keyboard, in
// both languages. Has its own users.

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import { type AuthenticatorApp, addApp, addRecoveryCode } from '../support/authenticator-app.ts';
import {
  applicationId,
  applyToSystem,
  bramaUrl,
  expect,
  expectAccessible,
  expectNoSideways,
  fillIn,
  forgive,
  type Language,
  languages,
  password,
  readFromDatabase,
  sampleUrl,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';
import { expectReadable, inEveryWay, otherThan } from '../support/ways.ts';

type User = { username: string; id: string };

/** Adds a user with a name of its own, because each code of an app works once. */
async function addUser(): Promise<User> {
  const username = `second.${randomUUID().slice(0, 13)}`;
  await applyToSystem({
    users: [{ username, fullName: 'Сич Олена Петрівна', groups: ['students'], password }],
  });
  const [row] = readFromDatabase('select id from users where username = ?', username);
  return { username, id: `${row?.['id']}` };
}

async function addUserWithApp(): Promise<User & { app: AuthenticatorApp }> {
  const user = await addUser();
  return { ...user, app: addApp(user.id) };
}

/** A passkey that nothing confirms with, so that the page has to decide whether to offer it. */
function addPasskey(userId: string) {
  const columns = 'id, user_id, credential_id, public_key, counter, aaguid, transports';
  const states = 'backup_eligible, backed_up, name, created_at';
  writeToDatabase(
    `insert into passkeys (${columns}, ${states}) values (?, ?, ?, '', 0, '', '[]', 0, 0, '', ?)`,
    randomUUID(),
    userId,
    randomUUID(),
    Date.now(),
  );
}

/** Enters the password, and arrives at the second factor. */
async function enterPassword(page: Page, { username }: User, language: Language, query = '') {
  await page.goto(`/${language}/${query}`);
  await fillIn(page, username);
  await submit(page);
  await page.waitForURL(`**/${language}/second-factor*`);
}

const usernameOf = async (page: Page) =>
  (await (await page.request.get(`${bramaUrl()}/user`)).json()).data.username;
const codeField = (page: Page) => page.locator('#code');

inEveryWay((way) => {
  const { language } = way;

  test('a wrong code is explained, the right one signs in', async ({ page, complaints }) => {
    const user = await addUserWithApp();
    const words = await wordsOf(page, language, 'second-factor');
    await enterPassword(page, user, language);
    await expect(page.locator('h1')).toHaveText(words['second-factor'].title);
    await expect(page.getByText(user.username, { exact: true })).toBeVisible();
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(codeField(page)).toBeFocused();
    await expectReadable(page, way);

    await codeField(page).fill(user.app.wrongCode());
    await submit(page);
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField(page)).toHaveAccessibleDescription(
      new RegExp(words['second-factor'].wrong.slice(0, 30)),
    );
    await expect(codeField(page)).toHaveValue('');
    await expect(codeField(page)).toBeFocused();
    await expectReadable(page, way);
    if (way.javaScriptEnabled) await expect(page).toHaveTitle(/^(Помилка|Error): /);
    forgive(complaints, 401);

    await codeField(page).fill(user.app.code());
    await submit(page);
    await page.waitForURL(`**/${language}/apps`);
    expect(await usernameOf(page)).toBe(user.username);
  });

  test('a recovery code signs in', async ({ page, complaints }) => {
    const user = await addUserWithApp();
    const code = addRecoveryCode(user.id);
    const words = await wordsOf(page, language, 'second-factor');
    await enterPassword(page, user, language);
    await page.getByRole('link', { name: words['use-recovery-code'] }).click();
    await page.waitForURL(`**/${language}/second-factor/recovery-code`);
    await expect(page.locator('h1')).toHaveText(words['second-factor-recovery'].title);
    await expect(codeField(page)).toBeFocused();
    await expectReadable(page, way);
    await codeField(page).fill('aaaaa-aaaaa');
    await submit(page);
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expectReadable(page, way);
    forgive(complaints, 401);
    await codeField(page).fill(code.toUpperCase());
    await submit(page);
    await page.waitForURL(`**/${language}/apps`);
    expect(await usernameOf(page)).toBe(user.username);
  });

  test('the user arrives at the application that asked', async ({ page }) => {
    const user = await addUserWithApp();
    await enterPassword(page, user, language, `?appId=${applicationId('campus')}`);
    // the language switch keeps the request and the sign-in
    const other = otherThan(language);
    const href = await page.locator(`a[hreflang=${other}]`).getAttribute('href');
    expect(href).toBe(`/${other}/second-factor?appId=${applicationId('campus')}`);
    await codeField(page).fill(user.app.code());
    await submit(page);
    await page.waitForURL(`${sampleUrl()}/campus*`);
  });

  test('too many wrong codes make the user wait', async ({ page, complaints }) => {
    const user = await addUserWithApp();
    const words = await wordsOf(page, language, 'second-factor');
    await enterPassword(page, user, language);
    for (let times = 0; times < 6; times += 1) {
      await codeField(page).fill(user.app.wrongCode());
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await submit(page);
      expect((await answered).status()).toBe(times < 5 ? 401 : 429);
      await expect(codeField(page)).toHaveValue('');
    }
    const [said = ''] = words['second-factor'].throttled.split('{{wait}}');
    await expect(codeField(page)).toHaveAccessibleDescription(new RegExp(said));
    await expectReadable(page, way);
    forgive(complaints, 401);
    forgive(complaints, 429);
  });

  test('after ten wrong codes the user begins again', async ({ page, complaints }) => {
    const user = await addUserWithApp();
    const words = await wordsOf(page, language, 'second-factor');
    await enterPassword(page, user, language);
    writeToDatabase('update pending_sign_ins set wrong_codes = 9 where user_id = ?', user.id);
    await codeField(page).fill(user.app.wrongCode());
    await submit(page);
    await expect(page.locator('h1')).toHaveText(words.over.title);
    await expectReadable(page, way);
    forgive(complaints, 401);
    await page.getByRole('link', { name: words.over.action }).click();
    await page.waitForURL(`**/${language}/`);
  });

  test('a sign-in that has expired begins again', async ({ page }) => {
    const user = await addUserWithApp();
    await enterPassword(page, user, language);
    writeToDatabase('update pending_sign_ins set expires_at = 0 where user_id = ?', user.id);
    await codeField(page).fill(user.app.code());
    await submit(page);
    const login = await wordsOf(page, language, 'login');
    await expect(page.getByText(login['session-ended'].title)).toBeVisible();
    await expect(page.locator('#current-password')).toBeVisible();
  });

  test('a remembered browser is not asked again', async ({ page }) => {
    const user = await addUserWithApp();
    await enterPassword(page, user, language);
    await page.locator('#remember').check();
    await codeField(page).fill(user.app.code());
    await submit(page);
    await page.waitForURL(`**/${language}/apps`);
    await page.goto('/healthz');
    await page.context().clearCookies({ name: 'brama_session' });
    await page.goto(`/${language}/`);
    await fillIn(page, user.username);
    await submit(page);
    await page.waitForURL(`**/${language}/apps`);
    expect(await usernameOf(page)).toBe(user.username);
  });

  test('a shared computer is not remembered', async ({ page }) => {
    const user = await addUserWithApp();
    await page.goto(`/${language}/`);
    await page.locator('#shared-computer').check();
    await fillIn(page, user.username);
    await submit(page);
    await page.waitForURL(`**/${language}/second-factor`);
    await expect(codeField(page)).toBeVisible();
    await expect(page.locator('#remember')).toHaveCount(0);
  });
});

for (const language of languages) {
  test(`${language}: by keyboard alone, wide and dark`, async ({ page }) => {
    const user = await addUserWithApp();
    addRecoveryCode(user.id);
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await enterPassword(page, user, language);
    await takenOver(page);
    await expectAccessible(page);
    await expectNoSideways(page);
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(user.app.code());
    await page.keyboard.press('Tab');
    await expect(page.locator('#remember')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${language}/apps`);
    expect(await usernameOf(page)).toBe(user.username);
  });

  test(`${language}: a passkey confirms, by keyboard, also after a failed fingerprint`, async ({
    page,
  }) => {
    const user = await addUser();
    const authenticator = await addAuthenticator(page);
    const profile = await wordsOf(page, language, 'profile');
    const words = await wordsOf(page, language, 'second-factor');
    await startSession(page, user.username);
    await page.goto(`/${language}/account`);
    await takenOver(page);
    await page.getByRole('button', { name: profile.passkey.add }).click();
    await expect(page.locator('section[aria-labelledby=sign-in-methods] li')).toHaveCount(1);
    await page.goto('/healthz');
    await page.context().clearCookies({ name: 'brama_session' });
    addApp(user.id);
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await enterPassword(page, user, language);
    await takenOver(page);
    await authenticator.verifyUser(false);
    const button = page.getByRole('button', { name: words.passkey.action });
    await button.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('alert').filter({ hasText: words.passkey.failed })).toBeVisible();
    await expectAccessible(page);
    await authenticator.verifyUser(true);
    await button.focus();
    await page.keyboard.press('Space');
    await page.waitForURL(`**/${language}/apps`);
    expect(await usernameOf(page)).toBe(user.username);
  });
}

test('a tab that waits for a code follows a sign-in in another tab', async ({ page, context }) => {
  const user = await addUserWithApp();
  await enterPassword(page, user, 'uk');
  await takenOver(page);
  const other = await context.newPage();
  await other.goto('/uk/second-factor');
  await takenOver(other);
  await codeField(other).fill(user.app.code());
  await submit(other);
  await other.waitForURL('**/uk/apps');
  await page.waitForURL('**/uk/apps');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const language of languages)
    test(`${language}: no passkey is offered`, async ({ page }) => {
      const user = await addUserWithApp();
      addPasskey(user.id);
      const words = await wordsOf(page, language, 'second-factor');
      await enterPassword(page, user, language);
      await expect(codeField(page)).toBeVisible();
      await expect(page.getByText(words.passkey.action)).toBeHidden();
    });
});
