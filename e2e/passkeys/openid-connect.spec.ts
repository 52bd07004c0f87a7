// Sign-in with a passkey inside an OpenID Connect request, and as a step-up to two factors, in both languages. Has its own
// users.

import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  applyToSystem,
  expect,
  expectAccessible,
  languages,
  password,
  sampleUrl,
  takenOver,
  test,
} from '../support/brama.ts';
import { addPasskeyTo, hideSuggestions, passkeyButton, signOutOf } from './passkey-steps.ts';

const user = (name: string) => `stepup.${name}`;

test.beforeAll(async () => {
  const users = languages.map((name) => ({
    username: user(name),
    fullName: 'Сич Олена Петрівна',
    groups: ['students'],
    password,
  }));
  await applyToSystem({ users });
});

/** The sample application requests a sign-in, with further parameters. */
async function request(page: Page, parameters: Record<string, string>) {
  const started = await page.request.get(`${sampleUrl()}/courses/start`, { maxRedirects: 0 });
  const address = new URL(started.headers()['location'] ?? '');
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  await page.goto(`${address}`);
  await takenOver(page);
}

for (const language of languages)
  test(`${language}: a passkey steps up a password sign-in, and signs in again`, async ({
    page,
  }) => {
    await hideSuggestions(page);
    await addAuthenticator(page);
    await addPasskeyTo(page, user(language), language);
    const acr = 'urn:brama:acr:mfa';
    await request(page, { acr_values: acr, ui_locales: language });
    const button = await passkeyButton(page, language);
    await expectAccessible(page);
    await button.press('Enter');
    await page.waitForURL(`${sampleUrl()}/courses`);
    await expect(page.locator('main')).toContainText(acr);

    await signOutOf(page);
    await page.context().clearCookies({ domain: new URL(sampleUrl()).hostname });
    await request(page, { prompt: 'login', max_age: '0', ui_locales: language });
    await (await passkeyButton(page, language)).press('Enter');
    await page.waitForURL(`${sampleUrl()}/courses`);
    await expect(page.locator('main')).toContainText('urn:brama:acr:');
  });
