// The page that Google leads back to, with answers of our own making: what is seen while it waits, and where
// it goes on to.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { bramaUrl, expect, expectAccessible, forgive, test, wordsOf } from '../support/brama.ts';
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

test('the waiting page shows a spinner, then text, then links to leave', async ({ page }) => {
  const language = 'en';
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
  await at(page, 15_000);
  await expect(again).toBeVisible();
  await expectAccessible(page);

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

test('without a code the page makes no request', async ({ page }) => {
  await remember(page, 'en');
  const asked = await hang(page);
  await page.goto(`/google-auth?error=access_denied&state=${stateOf({ appId: '7' })}`);
  await page.waitForURL('**/en/?appId=7');
  await expectRefused(page, 'en');
  expect(asked).toEqual([]);
});
