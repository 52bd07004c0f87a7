// The offer of a passkey after a sign-in with Diia. When it comes is tested in
// packages/server/src/sign-in/passkey/own-routes.test.ts.

import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  applicationId,
  expect,
  expectAccessible,
  pretendDiia,
  sampleUrl,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { addStudent } from './passkey-steps.ts';

async function signInWithDiia(page: Page) {
  await startSession(page, addStudent().username);
  await pretendDiia(page);
}

test('the user adds a passkey, and the application opens', async ({ page }) => {
  const { 'passkey-offer': words } = await wordsOf(page, 'uk', 'apps');
  const { passkey } = await wordsOf(page, 'uk', 'profile');
  const authenticator = await addAuthenticator(page);
  await signInWithDiia(page);
  await page.goto(`/uk/apps?appId=${applicationId('campus')}`);
  const dialog = page.getByRole('dialog', { name: words.title });
  await authenticator.verifyUser(false);
  await dialog.getByRole('button', { name: passkey.add }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(passkey.cancelled);
  await expectAccessible(page);
  await authenticator.verifyUser(true);
  await dialog.getByRole('button', { name: passkey.add }).press('Enter');
  await page.waitForURL(`${sampleUrl()}/campus`);
  expect(await authenticator.credentials()).toHaveLength(1);
});

test('a user who declines by Escape sees the apps, and no offer for a month', async ({ page }) => {
  const { 'passkey-offer': words } = await wordsOf(page, 'en', 'apps');
  await addAuthenticator(page);
  await signInWithDiia(page);
  const recorded = page.waitForResponse('**/api/passkeys/offer');
  await page.goto('/en/apps');
  const dialog = page.getByRole('dialog', { name: words.title });
  await expect(dialog).toBeVisible();
  expect((await recorded).status()).toBe(200);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await takenOver(page);
  await expect(page.locator('#account-menu details')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('no offer on a device without a fingerprint reader', async ({ page }) => {
  await signInWithDiia(page);
  await page.goto(`/uk/apps?appId=${applicationId('campus')}`);
  await page.waitForURL(`${sampleUrl()}/campus`);
});
