// An application asks a signed-in user for two factors. The user enters only the code, or continues without it where that is
// allowed. A user without a second factor learns how to set one up. The rules are tested in packages/server/src/applications/levels.

import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import { addApp } from '../support/authenticator-app.ts';
import {
  applicationTitle,
  expect,
  forgive,
  type Language,
  sampleUrl,
  startSession,
  test,
  wordsOf,
} from '../support/brama.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';

const acr = 'urn:brama:acr:mfa';
const essential = {
  claims: JSON.stringify({ id_token: { acr: { essential: true, value: acr } } }),
};
const voluntary = { acr_values: acr };

/** Signs in a new user with the password. Returns the id. */
async function signInNew(page: Page): Promise<string> {
  const { username, id } = addUser({ prefix: 'level' });
  await startSession(page, username);
  return id;
}

/** The sample application requests a level. */
async function request(page: Page, language: Language, parameters: Record<string, string>) {
  const started = await page.request.get(`${sampleUrl()}/courses/start`, { maxRedirects: 0 });
  const address = new URL(started.headers()['location'] ?? '');
  const all = { ...parameters, ui_locales: language };
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  await page.goto(`${address}`);
}

async function expectArrival(page: Page, level: string) {
  await page.waitForURL(`${sampleUrl()}/courses`);
  await expect(page.locator('main')).toContainText(level);
}

test('the user enters the code, and the application gets the level', { tag: '@journey' }, async ({
  page,
}) => {
  const app = addApp(await signInNew(page));
  await request(page, 'uk', essential);
  await page.waitForURL('**/uk/second-factor?*');
  const words = await wordsOf(page, 'uk', 'second-factor');
  await expect(page.getByRole('button', { name: words.continue })).toHaveCount(0);
  await page.locator('#code').fill(app.code());
  await page.keyboard.press('Enter');
  await expectArrival(page, acr);
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('the user continues without a voluntary second factor', async ({ page }) => {
    addApp(await signInNew(page));
    await request(page, 'en', voluntary);
    await page.waitForURL('**/en/second-factor?*');
    const words = await wordsOf(page, 'en', 'second-factor');
    await expect(page.locator('main')).toContainText(words.voluntary);
    await page.getByRole('button', { name: words.continue }).press('Enter');
    await expectArrival(page, 'urn:brama:acr:1');
  });
});

test('a user without a second factor learns how to set one up', async ({ page, complaints }) => {
  await signInNew(page);
  await request(page, 'uk', essential);
  const words = (await wordsOf(page, 'uk', 'interaction'))['level-needed'];
  const main = page.locator('main');
  await expect(page.locator('h1')).toHaveText(words.title);
  await expect(main).toContainText(applicationTitle('courses', 'uk'));
  await expect(main.getByRole('button', { name: words.continue })).toHaveCount(0);
  const setUp = main.getByRole('link', { name: words.ways.app.title });
  await expect(setUp).toHaveAttribute('href', /^\/uk\/second-factor\/set-up\?appId=.*&request=/);
  const passkey = main.getByRole('link', { name: words.ways.passkey.title });
  await expect(passkey).toBeVisible();
  // the other language shows the same
  for (const shown of ['en', 'uk'] as const) {
    await page.locator('header a[hreflang]').click();
    await expect(page.locator('html')).toHaveAttribute('lang', shown);
    const other = (await wordsOf(page, shown, 'interaction'))['level-needed'];
    await expect(page.locator('h1')).toHaveText(other.title);
  }
  await main.getByRole('link', { name: words.cancel }).press('Enter');
  await expect(page.locator('code')).toHaveText('unmet_authentication_requirements');
  forgive(complaints, 403);
});
