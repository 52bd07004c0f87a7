// The offer of a passkey after a sign-in with Diia: once a month, and never on a shared computer. Has its own users.

import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  applicationId,
  expect,
  expectAccessible,
  expectNoSideways,
  languages,
  pretendDiia,
  sampleUrl,
  startSession,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';
import { addStudents } from './passkey-steps.ts';

const user = (name: string) => `offer.${name}`;
const names = ['uk', 'en', 'later', 'shared', 'without'];

test.beforeAll(() => addStudents(names.map(user)));

async function signInWithDiia(page: Page, name: string) {
  await startSession(page, user(name));
  await pretendDiia(page);
}

for (const language of languages)
  test(`${language}: the user adds a passkey, and the application opens`, async ({ page }) => {
    const { 'passkey-offer': words } = await wordsOf(page, language, 'apps');
    const { passkey } = await wordsOf(page, language, 'profile');
    const authenticator = await addAuthenticator(page);
    await signInWithDiia(page, language);
    await page.goto(`/${language}/apps?appId=${applicationId('campus')}`);
    const dialog = page.getByRole('dialog', { name: words.title });
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await expect(dialog).toBeVisible();
      await expectAccessible(page);
      await expectNoSideways(page);
    }
    await authenticator.verifyUser(false);
    await dialog.getByRole('button', { name: passkey.add }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(passkey.cancelled);
    await authenticator.verifyUser(true);
    await dialog.getByRole('button', { name: passkey.add }).press('Enter');
    await page.waitForURL(`${sampleUrl()}/campus`);
    expect(await authenticator.credentials()).toHaveLength(1);
  });

test('a user who declines by Escape sees the apps, and no offer for a month', async ({ page }) => {
  const { 'passkey-offer': words } = await wordsOf(page, 'uk', 'apps');
  await addAuthenticator(page);
  await signInWithDiia(page, 'later');
  const recorded = page.waitForResponse('**/api/passkeys/offer');
  await page.goto('/uk/apps');
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

test('no offer on a shared computer, nor on a device without a fingerprint reader', async ({
  page,
}) => {
  const { 'passkey-offer': words } = await wordsOf(page, 'uk', 'apps');
  const dialog = page.getByRole('dialog', { name: words.title });
  await signInWithDiia(page, 'without');
  await page.goto(`/uk/apps?appId=${applicationId('campus')}`);
  await page.waitForURL(`${sampleUrl()}/campus`);
  await addAuthenticator(page);
  await signInWithDiia(page, 'shared');
  writeToDatabase(
    'update sessions set shared_computer = 1 where user_id = (select id from users where username = ?)',
    user('shared'),
  );
  await page.goto('/uk/apps');
  await takenOver(page);
  await expect(page.locator('h1')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
