// Sign-in with a passkey inside the request of an application, and as a step-up to two factors. The requests are those of OpenID
// Connect, of tickets with a state, and of a device. In both languages. Has its own users and applications.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  applicationId,
  applyToSystem,
  bramaUrl,
  expect,
  expectAccessible,
  type Language,
  languages,
  password,
  sampleUrl,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { addPasskeyTo, hideSuggestions, passkeyButton, signOutOf } from './passkey-steps.ts';

const acr = 'urn:brama:acr:mfa';
const kinds = ['oidc', 'ticket', 'device'] as const;
const user = (kind: (typeof kinds)[number], name: string) => `stepup.${kind}.${name}`;

/** An application with tickets that requires two factors. */
const vault = {
  id: crypto.randomUUID(),
  // each worker has its own
  name: `vault-${crypto.randomUUID()}`,
  title: { uk: 'Сховище', en: 'Vault' },
  description: { uk: 'Документи', en: 'Documents' },
  access: { groups: ['vault'] },
  minimumLevel: acr,
};

let server: ReturnType<typeof createServer>;
let callback: string;

test.beforeAll(async () => {
  server = createServer((_request, response) => response.end('back'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  const secret = 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5';
  const users = languages.flatMap((name) =>
    kinds.map((kind) => ({
      username: user(kind, name),
      fullName: 'Сич Олена Петрівна',
      groups: ['students', 'vault'],
      password,
    })),
  );
  await applyToSystem({
    groups: ['students', 'vault'],
    users,
    applications: [{ ...vault, protocol: { type: 'ticket', redirectUrl: callback, secret } }],
  });
});
test.afterAll(() => {
  server.close();
});

/** The sample application requests a sign-in, with further parameters. */
async function request(page: Page, parameters: Record<string, string>) {
  const started = await page.request.get(`${sampleUrl()}/courses/start`, { maxRedirects: 0 });
  const address = new URL(started.headers()['location'] ?? '');
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  await page.goto(`${address}`);
  await takenOver(page);
}

/** Confirms with the passkey on the page for the second factor, by the keyboard. */
async function confirm(page: Page, language: Language) {
  await page.waitForURL(`**/${language}/second-factor?*`);
  await takenOver(page);
  const { passkey } = await wordsOf(page, language, 'second-factor');
  const button = page.getByRole('button', { name: passkey.action });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await button.press('Enter');
}

async function prepare(page: Page, username: string, language: Language) {
  await hideSuggestions(page);
  await addAuthenticator(page);
  await addPasskeyTo(page, username, language);
}

for (const language of languages) {
  test(`${language}: a passkey steps up a password sign-in, and signs in again`, async ({
    page,
  }) => {
    await prepare(page, user('oidc', language), language);
    await request(page, { acr_values: acr, ui_locales: language });
    await confirm(page, language);
    await page.waitForURL(`${sampleUrl()}/courses`);
    await expect(page.locator('main')).toContainText(acr);

    await signOutOf(page);
    await page.context().clearCookies({ domain: new URL(sampleUrl()).hostname });
    await request(page, { prompt: 'login', max_age: '0', ui_locales: language });
    await (await passkeyButton(page, language)).press('Enter');
    await page.waitForURL(`${sampleUrl()}/courses`);
    await expect(page.locator('main')).toContainText('urn:brama:acr:');
  });

  test(`${language}: an application with tickets receives its state, after a step-up and a sign-in`, async ({
    page,
  }) => {
    await prepare(page, user('ticket', language), language);
    const start = `/${language}/?${new URLSearchParams({ appId: vault.id, state: 'a&b=" c' })}`;
    async function expectReturn() {
      await page.waitForURL(`${callback}?*`);
      const { searchParams } = new URL(page.url());
      expect(searchParams.get('state')).toBe('a&b=" c');
      expect(searchParams.get('ticketId')).toMatch(/^[\w-]{20,}$/);
    }
    await page.goto(bramaUrl() + start);
    await confirm(page, language);
    await expectReturn();

    await signOutOf(page);
    await page.goto(bramaUrl() + start);
    await takenOver(page);
    await (await passkeyButton(page, language)).press('Enter');
    await expectReturn();
  });

  test(`${language}: a device gets the level, after a step-up and after a sign-in`, async ({
    page,
  }) => {
    await prepare(page, user('device', language), language);
    const client_id = applicationId('tv');
    async function call(path: string, fields: Record<string, string>) {
      const body = new URLSearchParams({ client_id, ...fields });
      return (await fetch(bramaUrl() + path, { method: 'POST', body })).json();
    }
    async function allow() {
      const asked = await call('/oidc/device/auth', { scope: 'openid', acr_values: acr });
      await page.goto(`${asked.verification_uri_complete}&ui_locales=${language}`);
      const words = (await wordsOf(page, language, 'interaction'))['device-confirm'];
      await page.getByRole('button', { name: words.yes }).click();
      return asked.device_code;
    }
    async function expectTokens(device_code: string) {
      await page.waitForURL('**/device/done');
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      const { id_token } = await call('/oidc/token', { grant_type, device_code });
      const claims = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString());
      expect(claims.acr).toBe(acr);
      expect(claims.amr).toContain('mfa');
    }
    const raised = await allow();
    await confirm(page, language);
    await expectTokens(raised);

    await signOutOf(page);
    const signedIn = await allow();
    await page.waitForURL(`**/${language}/?*`);
    await takenOver(page);
    await (await passkeyButton(page, language)).press('Enter');
    await expectTokens(signedIn);
  });
}
