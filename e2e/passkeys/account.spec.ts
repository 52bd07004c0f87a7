// Passkeys on the account page, by keyboard and after refusals. Without JavaScript its forms are tested in
// packages/server/src/sign-in/passkey/own-routes.test.ts.

import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  bramaUrl,
  expect,
  expectAccessible,
  forgive,
  makeSignInOld,
  pretendFactor,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { addPasskeyTo, addStudent, confirmWithPasskey, entries } from './passkey-steps.ts';

const listOf = async (page: Page) =>
  (await (await page.request.get(`${bramaUrl()}/api/passkeys`)).json()).passkeys;

// headless Chromium sometimes stops responding while it has a virtual authenticator
test.describe.configure({ retries: 1 });

test('a first and a second passkey, renamed and deleted by keyboard', {
  tag: '@journey',
}, async ({ page }) => {
  const language = 'uk';
  const { passkeys: words } = await wordsOf(page, language, 'account');
  const { passkey } = await wordsOf(page, language, 'profile');
  const first = await addAuthenticator(page);
  await addPasskeyTo(page, addStudent(), language);
  await expect(page.locator('#sign-in-methods')).toBeFocused();
  await expect(entries(page).first()).toContainText(words['one-device']);
  await expect(entries(page).first()).toContainText(words['never-used']);
  // the passkey is a second factor now, which further changes need
  await expect(page.getByRole('button', { name: passkey.add })).toHaveCount(0);
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

test('a failed fingerprint and a device that has a passkey add nothing', async ({ page }) => {
  const language = 'en';
  const { passkey } = await wordsOf(page, language, 'profile');
  const authenticator = await addAuthenticator(page);
  await authenticator.verifyUser(false);
  await startSession(page, addStudent().username);
  await page.goto(`/${language}/account`);
  await takenOver(page);
  const add = page.getByRole('button', { name: passkey.add });
  await add.click();
  const alert = page.getByRole('alert').filter({ hasText: passkey['not-added'] });
  await expect(alert).toContainText(passkey.cancelled);
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

test('a page that was open for long learns that the sign-in is too old', async ({
  page,
  complaints,
}) => {
  const { passkeys: words } = await wordsOf(page, 'uk', 'account');
  const { passkey } = await wordsOf(page, 'uk', 'profile');
  await addAuthenticator(page);
  await startSession(page, addStudent().username);
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
  await startSession(page, addStudent().username);
  await page.goto('/uk/account');
  await takenOver(page);
  await expect(page.getByText(words.unsupported)).toBeVisible();
});
