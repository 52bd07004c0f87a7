// An application asks a signed-in user for two factors. The user enters only the code, or continues without it where that is
// allowed. A user without a second factor learns how to set one up. In both languages, with and without JavaScript.

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addApp } from '../support/authenticator-app.ts';
import {
  applicationTitle,
  applyToSystem,
  expect,
  expectNoSideways,
  forgive,
  password,
  readFromDatabase,
  sampleUrl,
  startSession,
  test,
  wordsOf,
} from '../support/brama.ts';
import { expectReadable, inEveryWay, otherThan, type Way } from '../support/ways.ts';

const acr = 'urn:brama:acr:mfa';
const essential = {
  claims: JSON.stringify({ id_token: { acr: { essential: true, value: acr } } }),
};
const voluntary = { acr_values: acr };

/** Signs in a new user with the password. Returns the id. */
async function signInNew(page: Page): Promise<string> {
  const username = `level.${randomUUID().slice(0, 13)}`;
  await applyToSystem({
    users: [{ username, fullName: 'Сич Олена Петрівна', groups: ['students'], password }],
  });
  await startSession(page, username);
  const [row] = readFromDatabase('select id from users where username = ?', username);
  return `${row?.['id']}`;
}

/** The sample application requests a level. */
async function request(page: Page, { language }: Way, parameters: Record<string, string>) {
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

inEveryWay((way) => {
  const { language } = way;

  test('the user enters the code, and the application gets the level', async ({ page }) => {
    const app = addApp(await signInNew(page));
    await request(page, way, essential);
    await page.waitForURL(`**/${language}/second-factor?*`);
    const words = await wordsOf(page, language, 'second-factor');
    await expect(page.getByRole('button', { name: words.continue })).toHaveCount(0);
    await page.locator('#code').fill(app.code());
    await page.keyboard.press('Enter');
    await expectArrival(page, acr);
  });

  test('the user continues without a voluntary second factor', async ({ page }) => {
    addApp(await signInNew(page));
    await request(page, way, voluntary);
    await page.waitForURL(`**/${language}/second-factor?*`);
    const words = await wordsOf(page, language, 'second-factor');
    await expect(page.locator('main')).toContainText(words.voluntary);
    await expectReadable(page, way);
    await page.getByRole('button', { name: words.continue }).press('Enter');
    await expectArrival(page, 'urn:brama:acr:1');
  });

  test('who has no second factor learns how to set one up', async ({ page, complaints }) => {
    await signInNew(page);
    await request(page, way, essential);
    const words = (await wordsOf(page, language, 'interaction'))['level-needed'];
    const main = page.locator('main');
    await expect(page.locator('h1')).toHaveText(words.title);
    await expect(main).toContainText(applicationTitle('courses', language));
    await expect(main.getByRole('button', { name: words.continue })).toHaveCount(0);
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSideways(page);
    }
    await expectReadable(page, way);
    const setUp = main.getByRole('link', { name: words.actions['set-up'] });
    await expect(setUp).toHaveAttribute(
      'href',
      new RegExp(`^/${language}/second-factor/set-up\\?appId=.*&request=`),
    );
    const passkey = main.getByRole('link', { name: words.actions['passkey-instead'] });
    await expect(passkey).toBeVisible({ visible: way.javaScriptEnabled });
    // the other language shows the same
    for (const shown of [otherThan(language), language]) {
      await page.locator('header a[hreflang]').click();
      await expect(page.locator('html')).toHaveAttribute('lang', shown);
      const other = (await wordsOf(page, shown, 'interaction'))['level-needed'];
      await expect(page.locator('h1')).toHaveText(other.title);
    }
    await main.getByRole('link', { name: words.cancel }).press('Enter');
    await expect(page.locator('code')).toHaveText('unmet_authentication_requirements');
    forgive(complaints, 403);
  });

  test('who has no second factor continues without a voluntary one', async ({ page }) => {
    await signInNew(page);
    await request(page, way, voluntary);
    const words = (await wordsOf(page, language, 'interaction'))['level-needed'];
    await expect(page.locator('main')).toContainText(words.voluntary);
    await expectReadable(page, way);
    await page.getByRole('button', { name: words.continue }).press('Enter');
    await expectArrival(page, 'urn:brama:acr:1');
  });
});
