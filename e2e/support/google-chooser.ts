// Signing in with Google in a browser test: the redirect, and the choice on the simulator's page.

import type { Page } from '@playwright/test';
import { expect, type Language, wordsOf } from './brama.ts';

/** Our own page calls this, once for each answer of Google. */
export const handOver = '**/google/auth?*';

/** The simulator of Google. */
export const googleUrl = () => process.env['GOOGLE_URL'] ?? '';

/** Aborts the redirect to Google, so that the page stays. Returns the requested addresses. */
export async function stay(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/api/google/redirect*', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 204 });
  });
  return asked;
}

export const googleMethod = (page: Page) =>
  page.locator('a[href^="/api/google/redirect"]').filter({ visible: true });

/** On the chooser: whose account, and what happens on the way back. */
export async function choose(page: Page, person: string, scenario = 'ok') {
  await page.locator(`input[name=person][value="${person}"]`).check();
  await page.locator(`input[name=scenario][value="${scenario}"]`).check();
  await page.locator('form button').click();
}

/** From the sign-in page through Google; what follows is not waited for. */
export async function signInWithGoogle(
  page: Page,
  { language = 'uk', query = '', person = 'o.shevchenko', scenario = 'ok' } = {},
) {
  await page.goto(`/${language}/${query}`);
  await googleMethod(page).click();
  await choose(page, person, scenario);
}

/** Expects the sign-in page with the message of a failed attempt, and no session. */
export async function expectRefused(page: Page, language: Language = 'uk') {
  const words = await wordsOf(page, language, 'login');
  const alert = page.getByRole('alert').filter({ hasText: words.errors.title });
  await expect(alert).toContainText(words.errors['google-failed']);
  await expect(page).toHaveTitle(/^(Помилка|Error):/);
  expect((await page.request.get('/user')).status()).toBe(401);
}
