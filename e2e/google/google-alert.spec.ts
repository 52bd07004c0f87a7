// The sign-in page after an attempt with Google that failed, with and without JavaScript.

/// <reference lib="dom" />

import {
  expect,
  expectAccessible,
  expectNoSideways,
  fillIn,
  languages,
  submit,
  test,
  wordsOf,
} from '../support/brama.ts';
import { googleMethod, stay } from '../support/google-chooser.ts';
import { freePort, startSystem } from '../support/processes.ts';

const failed = '?google_auth_error=true&appId=x';

for (const language of languages)
  test(`${language}: the alert removes its parameter from the address and survives the language switch`, async ({
    page,
  }) => {
    const words = await wordsOf(page, language, 'login');
    const other = language === 'uk' ? 'en' : 'uk';
    const wordsThere = await wordsOf(page, other, 'login');
    await page.goto(`/${language}/${failed}`);
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    await expect(alert).toContainText(words.errors['google-failed']);
    await expect(page).toHaveURL(`/${language}/?appId=x`);
    await expect(googleMethod(page)).toHaveAttribute('href', '/api/google/redirect?appId=x');
    await expectAccessible(page);
    await expectNoSideways(page);
    await expect(alert.getByRole('link')).toHaveAttribute(
      'href',
      `/${language}/faq?appId=x#google`,
    );

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

test('when Google does not respond, the page and the button say so, and the password works', async ({
  page,
}) => {
  const nobody = await freePort();
  const system = await startSystem({
    env: {
      GOOGLE_ISSUER: `http://127.0.0.1:${nobody}`,
      GOOGLE_CLIENT_ID: 'brama',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_HOSTED_DOMAINS: 'campus.example',
    },
  });
  try {
    const words = await wordsOf(page, 'uk', 'login');
    await page.goto(`${system.url}/uk/?appId=x`);
    await expect(googleMethod(page)).toContainText(words.google.hint);
    await googleMethod(page).click();
    await page.waitForURL(`${system.url}/uk/?appId=x`);
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    await expect(alert).toContainText(words.errors['google-unavailable']);
    await expect(googleMethod(page)).toContainText(words.google.silent);
    await expectAccessible(page);
    await fillIn(page);
    await submit(page);
    await page.waitForURL(`${system.url}/uk/apps`);
  } finally {
    // a page that is still open may send requests to the stopped server
    await page.goto('about:blank');
    await system.stop();
    system.remove();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const language of languages)
    test(`${language}: the page contains the message`, async ({ page }) => {
      const words = await wordsOf(page, language, 'login');
      await page.goto(`/${language}/${failed}`);
      await expect(page.getByRole('alert')).toContainText(words.errors['google-failed']);
      await page.goto(`/${language}/?google_auth_error=unavailable`);
      await expect(page.getByRole('alert')).toContainText(words.errors['google-unavailable']);
      await expect(googleMethod(page)).toContainText(words.google.silent);
    });
});
