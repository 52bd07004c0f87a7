// Applications in the console: connecting one, secrets, refused requests explained, and what owners see.

import { hash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addGroup } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  test,
  writeToDatabase,
} from '../support/brama.ts';
import { demoUserWith, openConsole, startAdministration } from '../support/console.ts';

/** Signs the administrator in to the application, first with a wrong secret, while the page observes it. */
async function testSignIn(page: Page, { id, secret }: { id: string; secret: string }) {
  const test = page.locator('#test');
  const callback = 'https://wiki.campus.example/callback';
  const opened = page.context().waitForEvent('page');
  await test.getByRole('link', { name: 'Start a test sign-in' }).click();
  await (await opened).close();
  await expect(test.getByText('There is no request yet.')).toBeVisible();
  const redeem = async (text: string) => {
    const verifier = 'v'.repeat(43);
    const challenge = hash('sha256', verifier, 'base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const asked = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri: callback };
    const authorize = `${bramaUrl()}/oidc/auth?${new URLSearchParams({ ...asked, ...pkce })}`;
    const answer = await page.request.get(authorize, { maxRedirects: 0 });
    const code = new URL(answer.headers()['location'] ?? '').searchParams.get('code') ?? '';
    const basic = Buffer.from(`${id}:${text}`).toString('base64');
    return page.request.post(`${bramaUrl()}/oidc/token`, {
      headers: { authorization: `Basic ${basic}` },
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      },
    });
  };
  expect((await redeem('wrong')).status()).toBe(401);
  await expect(test.getByText(/did not authenticate/)).toBeVisible();
  expect((await redeem(secret)).status()).toBe(200);
  await expect(test.getByText('The sign-in works.')).toBeVisible();
}

test('an administrator connects an application, and a refused address is explained', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  await startAdministration(page, 'administrator');
  await openConsole(page, '/applications');
  await page.getByRole('link', { name: 'Connect an application' }).click();
  await page.getByRole('link', { name: /OpenID Connect/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'New application: OpenID Connect',
  );
  expect(await page.locator('main').locator('input, select, textarea').count()).toBeLessThanOrEqual(
    12,
  );
  const name = `wiki-${Date.now()}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Title in Ukrainian').fill('Вікі');
  await page.getByLabel('Title in English').fill('Wiki');
  await page.getByLabel('Description in Ukrainian').fill('Нотатки');
  await page.getByLabel('Description in English').fill('Notes');
  // a group of its own, so that users of other tests do not see it
  addGroup('console-testers');
  writeToDatabase(
    "update users set groups = json_insert(groups, '$[#]', 'console-testers') where username = ?",
    demoUserWith('administrator'),
  );
  await page.getByLabel(/^For/).fill('console-testers');
  await page.getByLabel('Redirect addresses').fill('not an address');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  forgive(complaints, 400);
  await expect(page.getByText(/^Error: Line 1: /)).toBeVisible();
  await page.getByLabel('Redirect addresses').fill('https://wiki.campus.example/callback');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wiki');

  await page.getByRole('button', { name: 'Create a secret' }).click();
  await page.getByLabel('Name', { exact: true }).fill('server');
  await page.locator('#secrets form').getByRole('button', { name: 'Create a secret' }).click();
  await expect(page.getByText('Store this now')).toBeVisible();

  const id = page.url().split('/').at(-1) ?? '';
  const secret = (await page.locator('#secrets code').first().textContent()) ?? '';
  await testSignIn(page, { id, secret });
  const ask = (redirect: string) =>
    page.request.get(
      `${bramaUrl()}/oidc/auth?${new URLSearchParams({
        client_id: id,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirect,
      })}`,
    );
  await ask('https://wiki.campus.example/callback/');
  await ask('https://evil.example/callback');
  await page.reload();
  await expect(page.getByText('The redirect address is not registered').first()).toBeVisible();
  const application = page.url();
  await openConsole(page, `/applications?q=${name}`);
  const row = page.getByRole('row', { name: /Wiki/ });
  await expect(row.getByText('3 times')).toBeVisible();
  await row.getByRole('link', { name: /^last .*, no sign-in since$/ }).click();
  await expect(page).toHaveURL(`${application}#health`);
  await expect(page.getByText('Anybody can send such a request. If')).toHaveCount(1);
  await page.getByRole('button', { name: 'Accept this address' }).click();
  await expect(
    page.getByRole('dialog').getByText('wiki.campus.example', { exact: true }),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept this address' }).click();
  await expect(
    page.locator('#protocol dd').getByText('https://wiki.campus.example/callback/'),
  ).toBeVisible();
  const shown = page.locator('#shown');
  await shown.getByRole('button', { name: /^Change/ }).click();
  const picture = shown.getByLabel('Or a file of your own');
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await picture.setInputFiles(text);
  await expect(shown.getByText('Choose a PNG, WebP or SVG file.')).toBeVisible();
  await picture.setInputFiles('packages/web/dist/icon-192.png');
  await expect(shown.locator('form img')).toHaveAttribute('src', /^data:image\/png;base64,/);
  await shown.getByRole('button', { name: 'Save' }).click();
  await expect(shown.locator('img')).toHaveAttribute('src', /^\/.*\.png$/);
  await page.getByRole('button', { name: 'Change: Who has access' }).click();
  const access = page.locator('#access');
  const groups = access.getByRole('textbox', { name: 'Groups' });
  const before = await groups.inputValue();
  await groups.fill('students');
  await page.reload();
  await page.getByRole('button', { name: 'Change: Who has access' }).click();
  await expect(groups).toHaveValue('students');
  await access.getByRole('button', { name: 'Discard' }).click();
  await expect(groups).toHaveValue(before);
  await expect(access.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await groups.fill('no-such-group');
  forgive(complaints, 400);
  await expect(access.getByText('is not a group')).toBeVisible();
  await access.getByLabel('by conditions').check();
  await access.getByLabel('group', { exact: true }).fill('console-testers');
  await access.getByRole('button', { name: 'Add a condition' }).click();
  await access.getByLabel('What the condition is about').nth(1).selectOption('student ID');
  await access.getByLabel('How to compare').nth(1).selectOption('is filled in');
  await access.getByLabel('How the conditions are joined').selectOption('all of these are true');
  // the administrator has no student ID
  await access.locator('summary', { hasText: '1 user loses access' }).click();
  await expect(access.getByText(demoUserWith('administrator'))).toBeVisible();
  await access.getByRole('button', { name: 'Save' }).click();
  await expect(access.getByText('The user has a student ID')).toBeVisible();
  await expect(access.getByText('That is 0 users now.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the application' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the application' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Applications');
});

test('an owner sees only own applications, and no user', { tag: '@journey' }, async ({ page }) => {
  await startAdministration(page, 'application-owner');
  await openConsole(page, '/applications');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Connect an application' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Room booking' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room booking');
  await expect(page.getByText('What the application learns about a user')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
});

test('the pages are accessible on a phone and a desktop', async ({ page }) => {
  await startAdministration(page, 'administrator');
  await openConsole(page, '/applications?protocol=oidc');
  const href = await page.getByRole('table').getByRole('link').first().getAttribute('href');
  const paths = ['/applications', '/applications/new', '/applications/new?protocol=oidc'];
  for (const path of [...paths, `${href}`.replace('/en/admin', '')])
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openConsole(page, path);
      await expect(page.getByText('Loading…')).toHaveCount(0);
      await expectNoSideways(page);
      await expectAccessible(page);
    }
});
