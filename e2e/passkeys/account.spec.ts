// Passkeys on the account page: in both languages, by keyboard, after refusals, and without JavaScript.
// Has its own users.

import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  bramaUrl,
  expect,
  expectAccessible,
  expectAccessibleWithoutScripts,
  expectNoSideways,
  forgive,
  languages,
  makeSignInOld,
  pretendFactor,
  startSession,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';
import { addPasskeyTo, addStudents, confirmWithPasskey, entries } from './passkey-steps.ts';

const user = (name: string) => `passkeys.${name}`;
const names = ['uk', 'en', 'refused.uk', 'refused.en', 'old', 'stale', 'plain', 'unsupported'];

test.beforeAll(() => addStudents(names.map(user)));

const listOf = async (page: Page) =>
  (await (await page.request.get(`${bramaUrl()}/api/passkeys`)).json()).passkeys;

// headless Chromium sometimes stops responding while it has a virtual authenticator
test.describe.configure({ retries: 1 });

for (const language of languages)
  test(`${language}: a first and a second passkey, renamed and deleted by keyboard`, async ({
    page,
  }) => {
    const { passkeys: words } = await wordsOf(page, language, 'account');
    const { passkey } = await wordsOf(page, language, 'profile');
    // nothing is left of an attempt before
    const own = 'delete from passkeys where user_id = (select id from users where username = ?)';
    writeToDatabase(own, user(language));
    const first = await addAuthenticator(page);
    await addPasskeyTo(page, user(language), language);
    await expect(page.locator('#sign-in-methods')).toBeFocused();
    await expect(entries(page).first()).toContainText(words['one-device']);
    await expect(entries(page).first()).toContainText(words['never-used']);
    // the passkey is a second factor now, which further changes need
    await expect(page.getByRole('button', { name: passkey.add })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSideways(page);
    await confirmWithPasskey(page, language);
    await first.remove();
    const second = await addAuthenticator(page, true);
    await page.getByRole('button', { name: passkey.add }).press('Enter');
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).last()).toContainText(words.synced);

    const { name } = (await listOf(page)).at(-1);
    const rename = (named: string) =>
      page.getByRole('button', { name: words.rename.replace('{{name}}', named), exact: true });
    await rename(name || `${words.unnamed} (2)`).press('Enter');
    const field = entries(page).last().getByLabel(words.name);
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await expectNoSideways(page);
    await field.fill('Ноутбук');
    await page.keyboard.press('Enter');
    await expect(entries(page).last()).toContainText('Ноутбук');
    await expect(rename('Ноутбук')).toBeFocused();

    const label = words.remove.replace('{{name}}', 'Ноутбук');
    await page.getByRole('button', { name: label }).press('Enter');
    const question = page.getByRole('group').filter({ has: page.locator('legend') });
    await expect(question.locator('legend')).toBeFocused();
    await expectAccessible(page);
    await question.getByRole('button', { name: words['remove-short'] }).press('Enter');
    await expect(entries(page)).toHaveCount(1);
    await expect(page.locator('#sign-in-methods')).toBeFocused();
    // the password manager has learned of it
    await expect.poll(() => second.credentials()).toEqual([]);
  });

for (const language of languages)
  test(`${language}: a failed fingerprint and a device that has a passkey add nothing`, async ({
    page,
  }) => {
    const { passkey } = await wordsOf(page, language, 'profile');
    const authenticator = await addAuthenticator(page);
    await authenticator.verifyUser(false);
    await startSession(page, user(`refused.${language}`));
    await page.goto(`/${language}/account`);
    await takenOver(page);
    const add = page.getByRole('button', { name: passkey.add });
    await add.click();
    const alert = page.getByRole('alert').filter({ hasText: passkey['not-added'] });
    await expect(alert).toContainText(passkey.cancelled);
    await expectAccessible(page);
    await authenticator.verifyUser(true);
    await add.click();
    await expect(entries(page)).toHaveCount(1);
    await pretendFactor(page);
    await page.reload();
    await takenOver(page);
    await add.click();
    await expect(alert).toContainText(passkey['here-already']);
    await expect(entries(page)).toHaveCount(1);
  });

test('after an older sign-in the page asks for a new one, but renames', async ({ page }) => {
  const { passkeys: words } = await wordsOf(page, 'uk', 'account');
  const { passkey } = await wordsOf(page, 'uk', 'profile');
  await addAuthenticator(page);
  await addPasskeyTo(page, user('old'));
  await makeSignInOld(page);
  await page.goto('/uk/account');
  await takenOver(page);
  await expect(page.getByText(words['not-recent'])).toBeVisible();
  await expect(page.getByRole('button', { name: passkey.add })).toHaveCount(0);
  await expect(entries(page).getByRole('button')).toHaveText([words['rename-short']]);
});

test('a page that was open for long learns that the sign-in is too old', async ({
  page,
  complaints,
}) => {
  const { passkeys: words } = await wordsOf(page, 'uk', 'account');
  const { passkey } = await wordsOf(page, 'uk', 'profile');
  await addAuthenticator(page);
  await startSession(page, user('stale'));
  await page.goto('/uk/account');
  await takenOver(page);
  await makeSignInOld(page);
  await page.getByRole('button', { name: passkey.add }).click();
  await expect(page.getByText(words['not-recent'])).toBeVisible();
  await expect(page.locator('#sign-in-methods')).toBeFocused();
  forgive(complaints, 403);
});

test('a browser without WebAuthn explains that it adds none', async ({ page }) => {
  const { passkeys: words } = await wordsOf(page, 'uk', 'account');
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await startSession(page, user('unsupported'));
  await page.goto('/uk/account');
  await takenOver(page);
  await expect(page.getByText(words.unsupported)).toBeVisible();
});

test('without JavaScript passkeys are listed, renamed and deleted, but not added', async ({
  page,
  browser,
}) => {
  const { passkeys: words } = await wordsOf(page, 'uk', 'account');
  const { passkey } = await wordsOf(page, 'uk', 'profile');
  await addAuthenticator(page);
  await addPasskeyTo(page, user('plain'));
  const context = await browser.newContext({
    baseURL: bramaUrl(),
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  });
  const plain = await context.newPage();
  await startSession(plain, user('plain'));
  await plain.goto('/uk/account');
  const { confirm } = await wordsOf(page, 'uk', 'profile');
  await expect(plain.getByText(confirm.text).first()).toBeVisible();
  await pretendFactor(plain);
  await plain.reload();
  expect(await plain.content()).toContain(words['without-script']);
  await expect(plain.getByText(passkey.add, { exact: true })).toHaveCount(0);
  await entries(plain).locator('summary').click();
  await entries(plain).getByLabel(words.name).fill('Телефон');
  await expectAccessibleWithoutScripts(plain);
  await expectNoSideways(plain);
  await plain.getByRole('button', { name: words.save }).click();
  await plain.waitForURL('**/uk/account#sign-in-methods');
  await expect(entries(plain)).toContainText('Телефон');
  await plain.getByRole('button', { name: words.remove.replace('{{name}}', 'Телефон') }).click();
  await plain.waitForURL('**/uk/account#sign-in-methods');
  await expect(entries(plain)).toHaveCount(0);
  await context.close();
});
