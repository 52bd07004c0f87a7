// The sign-in page after an attempt with Google that failed.

/// <reference lib="dom" />

import { expect, fillIn, submit, test, wordsOf } from '../support/brama.ts';
import { googleMethod, stay } from '../support/google-chooser.ts';

const failed = '?google_auth_error=true&appId=x';

test('the alert removes its parameter from the address and survives the language switch', async ({
  page,
}) => {
  const language = 'uk';
  const other = 'en';
  const words = await wordsOf(page, language, 'login');
  const wordsThere = await wordsOf(page, other, 'login');
  await page.goto(`/${language}/${failed}`);
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toContainText(words.errors['google-failed']);
  await expect(page).toHaveURL(`/${language}/?appId=x`);
  await expect(googleMethod(page)).toHaveAttribute('href', '/api/google/redirect?appId=x');
  await expect(alert.getByRole('link')).toHaveAttribute('href', `/${language}/faq?appId=x#google`);

  await page.locator(`a[hreflang=${other}]`).click();
  await expect(alert).toContainText(wordsThere.errors['google-failed']);
  await expect(page).toHaveURL(`/${other}/?appId=x`);
  await page.goBack();
  await expect(page).toHaveURL(`/${language}/?appId=x`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
  await expect(alert).toHaveCount(0);
  await page.reload();
  await expect(alert).toHaveCount(0);
});

test('the alert disappears when a new attempt begins', async ({ page }) => {
  await page.route('**/api/auth', () => undefined);
  await page.goto(`/uk/${failed}`);
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toHaveCount(1);
  await expect(page).toHaveURL('/uk/?appId=x');
  await fillIn(page);
  await submit(page);
  await expect(alert).toHaveCount(0);
  await expect(page).toHaveTitle(/^(?!Помилка)/);

  await stay(page);
  await page.goto(`/uk/${failed}`);
  await expect(alert).toHaveCount(1);
  await expect(page).toHaveURL('/uk/?appId=x');
  await googleMethod(page).click();
  await expect(alert).toHaveCount(0);
});

test('the link of the alert opens the matching question on the help page', async ({ page }) => {
  const faq = await wordsOf(page, 'uk', 'faq');
  await page.goto(`/uk/${failed}`);
  await page.getByRole('alert').getByRole('link').click();
  await expect(page.locator('details[open] summary')).toContainText(faq.questions.google.title);
});
