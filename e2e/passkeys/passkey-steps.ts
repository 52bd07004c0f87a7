// Steps that several tests of passkeys share.

import type { Locator, Page, Request } from '@playwright/test';
import { addUser, type TestUser } from '../support/administration.ts';
import { expect, type Language, startSession, takenOver, wordsOf } from '../support/brama.ts';

/** Adds a user, who gets passkeys. */
export const addStudent = () => addUser({ prefix: 'passkey' });

/** Signs in with the password and adds a passkey on the account page. */
export async function addPasskeyTo(page: Page, { username }: TestUser, language: Language = 'uk') {
  const words = await wordsOf(page, language, 'profile');
  await startSession(page, username);
  await page.goto(`/${language}/account`);
  await takenOver(page);
  await page.getByRole('button', { name: words.passkey.add }).click();
  await expect(entries(page)).toHaveCount(1);
}

/** Confirms with the passkey what the account page asks for, and comes back. */
export async function confirmWithPasskey(page: Page, language: Language) {
  const { confirm } = await wordsOf(page, language, 'profile');
  const { passkey } = await wordsOf(page, language, 'second-factor');
  await page.getByRole('link', { name: confirm.action }).first().click();
  await page.waitForURL(`**/${language}/second-factor`);
  await takenOver(page);
  await page.getByRole('button', { name: passkey.action }).click();
  await page.waitForURL(`**/${language}/account#sign-in-methods`);
  await takenOver(page);
}

/** The passkeys in the list of the account page. */
export const entries = (page: Page) => page.locator('section[aria-labelledby=sign-in-methods] li');

export async function signOutOf(page: Page) {
  // an open page would call the server without a session
  await page.goto('/healthz');
  await page.context().clearCookies({ name: 'brama_session' });
}

export async function passkeyButton(page: Page, language: Language): Promise<Locator> {
  const { passkey } = await wordsOf(page, language, 'login');
  return page.getByRole('button', { name: passkey.title });
}

/** Collects the requests for the options of a sign-in. */
export function optionsRequests(page: Page): Request[] {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/passkey/options')) asked.push(request);
  });
  return asked;
}

/** The username field suggests nothing, so that only the button uses the authenticator, which answers at once. */
export const hideSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
