// Sign-in with a passkey inside the request of an application, and as a step-up to two factors. Tickets, devices and all levels
// are tested in packages/server/src/applications/oidc/authorization/passkey-levels.test.ts.

import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import { expect, sampleUrl, takenOver, test, wordsOf } from '../support/brama.ts';
import {
  addPasskeyTo,
  addStudent,
  hideSuggestions,
  passkeyButton,
  signOutOf,
} from './passkey-steps.ts';

const acr = 'urn:brama:acr:mfa';

/** The sample application requests a sign-in, with further parameters. */
async function request(page: Page, parameters: Record<string, string>) {
  const started = await page.request.get(`${sampleUrl()}/courses/start`, { maxRedirects: 0 });
  const address = new URL(started.headers()['location'] ?? '');
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  await page.goto(`${address}`);
  await takenOver(page);
}

test('a passkey steps up a password sign-in, and signs in again', async ({ page }) => {
  const { passkey } = await wordsOf(page, 'en', 'second-factor');
  await hideSuggestions(page);
  await addAuthenticator(page);
  await addPasskeyTo(page, addStudent(), 'en');
  await request(page, { acr_values: acr, ui_locales: 'en' });
  await page.waitForURL('**/en/second-factor?*');
  await takenOver(page);
  await page.getByRole('button', { name: passkey.action }).press('Enter');
  await page.waitForURL(`${sampleUrl()}/courses`);
  await expect(page.locator('main')).toContainText(acr);

  await signOutOf(page);
  await page.context().clearCookies({ domain: new URL(sampleUrl()).hostname });
  await request(page, { prompt: 'login', max_age: '0', ui_locales: 'en' });
  await (await passkeyButton(page, 'en')).press('Enter');
  await page.waitForURL(`${sampleUrl()}/courses`);
  await expect(page.locator('main')).toContainText('urn:brama:acr:');
});
