// The page that Google leads back to, with answers of our own making: what is seen while it waits, and where
// it goes on to.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import {
  bramaUrl,
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  languages,
  test,
  wordsOf,
} from '../support/brama.ts';
import { expectRefused, handOver } from '../support/google-chooser.ts';

const stateOf = (said: object) => `${Buffer.from(JSON.stringify(said)).toString('base64url')}.mac`;
const here = (said: object = {}) => `/google-auth?code=c&state=${stateOf(said)}`;

/** The server never answers; resolves with how often it was asked. */
async function hang(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(handOver, (route) => void asked.push(route.request().url()));
  return asked;
}

async function remember(page: Page, language: string) {
  await page.context().addCookies([{ name: 'i18next', value: language, url: bramaUrl() }]);
}

/** Puts everything that comes late where it is so long after the page was shown. */
async function at(page: Page, milliseconds: number) {
  await page.evaluate((ms) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = ms;
    }
  }, milliseconds);
}

for (const language of languages)
  test(`${language}: the waiting page shows a spinner, then text, then links to leave`, async ({
    page,
  }) => {
    const words = await wordsOf(page, language, 'google-auth');
    await remember(page, language);
    const asked = await hang(page);
    await page.goto(here({ appId: '7' }));
    await expect(page).toHaveURL('/google-auth');
    await expect(page).toHaveTitle(new RegExp(words['page-title']));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const spinner = page.locator('[data-late="200"]');
    const heading = page.getByRole('heading', { level: 1, name: words.checking });
    const again = page.getByRole('link', { name: words.again });

    await at(page, 199);
    await expect(spinner).toBeHidden();
    await at(page, 999);
    await expect(spinner).toBeVisible();
    await expect(heading).toHaveCount(0);
    await at(page, 14_999);
    await expect(heading).toBeVisible();
    await expect(again).toHaveCount(0);
    await expectAccessible(page);
    await at(page, 15_000);
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);

    // a new attempt, never the same code
    await page.route('**/api/google/redirect*', (route) => route.fulfill({ body: 'anew' }));
    await again.click();
    await expect(page).toHaveURL('/api/google/redirect?appId=7');
    expect(asked).toEqual([`${bramaUrl()}/google/auth?code=c&state=${stateOf({ appId: '7' })}`]);
    await page.goBack();
    expect(page.url()).not.toContain('/google-auth');
  });

test('«other ways» opens the sign-in page and keeps the parameters', async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'google-auth');
  await hang(page);
  await page.goto(here({ appId: '7', state: 'app' }));
  await at(page, 15_000);
  await page.getByRole('link', { name: words['other-ways'] }).click();
  await expect(page).toHaveURL('/uk/?appId=7&state=app');
});

test('without a connection an error appears, and nothing is sent twice', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'google-auth');
  let asked = 0;
  await page.route(handOver, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto(here({ appId: '7' }));
  await expect(page.getByRole('alert')).toContainText(words['no-connection'].title);
  await expectAccessible(page);
  await page.route('**/api/google/redirect*', (route) => route.fulfill({ body: 'anew' }));
  await page.getByRole('link', { name: words.again }).click();
  await expect(page).toHaveURL('/api/google/redirect?appId=7');
  expect(asked).toBe(1);
  forgive(complaints, 'ERR_FAILED');
});

for (const [language, query] of [
  ['uk', ''],
  ['en', `?error=access_denied&state=${stateOf({ appId: '7' })}`],
] as const)
  test(`${language}: without a code the page makes no request: ${query.slice(0, 6)}`, async ({
    page,
  }) => {
    await remember(page, language);
    const asked = await hang(page);
    await page.goto(`/google-auth${query}`);
    await page.waitForURL(`**/${language}/${query && '?appId=7'}`);
    await expectRefused(page, language);
    expect(asked).toEqual([]);
  });

test('success redirects as the state says, with the application decoded', async ({ page }) => {
  await page.route(handOver, (route) => route.fulfill({ json: {} }));
  await page.route('**/en/apps*', (route) => route.fulfill({ body: 'apps' }));
  await remember(page, 'en');
  await page.goto(here({ appId: 'а/&?=', request: 'r', other: 'no' }));
  await page.waitForURL('**/en/apps?*');
  expect([...new URL(page.url()).searchParams]).toEqual([
    ['appId', 'а/&?='],
    ['request', 'r'],
  ]);
});

test('only the language switch link keeps the parameters of Google, encrypted', async ({
  page,
}) => {
  await hang(page);
  await page.goto(here());
  const links = page.locator('header a, footer a');
  const hrefs = await links.evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => href.includes('?'))).toEqual([
    expect.stringMatching(/^\/en\/google-auth\?answer=v1\.[\w-]+$/),
  ]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const language of languages)
    test(`${language}: a button submits the response of Google`, async ({ page }) => {
      const words = await wordsOf(page, language, 'google-auth');
      await remember(page, language);
      await page.goto(`${here({ appId: '"<7>' })}&iss=http://i.example`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['page-title']);
      const posted = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: words['without-script'].action }).click();
      const form = new URLSearchParams((await posted).postData() ?? '');
      expect([...form]).toEqual([
        ['code', 'c'],
        ['state', stateOf({ appId: '"<7>' })],
        ['iss', 'http://i.example'],
      ]);
      // invented, so refused
      await page.waitForURL(`**/${language}/?google_auth_error=true*`);
      await expect(page.getByRole('alert')).toBeVisible();
    });
});
