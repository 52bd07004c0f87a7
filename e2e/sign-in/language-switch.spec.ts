// The switch of languages on pages between an application and its user: it stays on the page. Where it leads is tested in
// packages/server/src/pages/language/language-switch.test.ts.

import type { Page } from '@playwright/test';
import {
  applicationId,
  expect,
  forgive,
  type Language,
  sampleUrl,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { optionsOf, otherThan, plainEnglish } from '../support/ways.ts';

type Words = Record<string, { title: string }>;

/** Reads the page in the other language and back. Each time it is the same page, with JavaScript also after hydration. */
async function expectBoth(
  page: Page,
  first: Language,
  titleIn: (words: Words) => string | undefined,
  javaScriptEnabled = true,
) {
  for (const language of [first, otherThan(first), first]) {
    const words = { ...(await wordsOf(page, language, 'interaction')) };
    words.trouble = (await wordsOf(page, language, 'errors')).trouble;
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('h1')).toHaveText(titleIn(words) ?? '');
    if (javaScriptEnabled) await takenOver(page);
    await page.locator('header a[hreflang]').click();
  }
}

test('a rejected request', { tag: '@journey' }, async ({ page, complaints }) => {
  const query = new URLSearchParams({
    client_id: applicationId('courses'),
    response_type: 'code',
    redirect_uri: `${sampleUrl()}/wrong`,
    state: 'hush-state',
    ui_locales: 'uk',
  });
  await page.goto(`/oidc/auth?${query}`);
  const reference = page.getByText(/^[\da-f]{8}$/);
  const id = (await reference.textContent()) ?? 'none';
  await expectBoth(page, 'uk', (words) => words['request-refused']?.title);
  await expect(reference).toContainText(id);
  await expect(page.locator('main dl')).toContainText('/wrong');
  forgive(complaints, 400);
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('a sign-out that still returns to the application', async ({ page }) => {
    await startSession(page);
    const query = new URLSearchParams({
      client_id: applicationId('courses'),
      post_logout_redirect_uri: `${sampleUrl()}/courses`,
      ui_locales: 'en',
    });
    await page.goto(`/oidc/logout?${query}`);
    await expectBoth(page, 'en', (words) => words['sign-out']?.title, false);
    await page.locator('main form button').click();
    await page.waitForURL(`${sampleUrl()}/courses`);
  });
});

test('no access, an expired request, a rejected form', async ({ page, complaints }) => {
  await startSession(page, 'г.ґудзь');
  await page.goto(`${sampleUrl()}/courses/start`);
  await page.waitForURL('**/oidc/no-access/*');
  await expectBoth(page, 'uk', (words) => words['no-access']?.title);
  await page.goto(`/api/app-redirect?appId=${applicationId('courses')}&request=over`);
  await expectBoth(page, 'en', (words) => words['request-over']?.title);
  await page.goto('/oidc/logout');
  // React would set the value again
  await takenOver(page);
  await page.locator('input[name=proof]').evaluate((input) => {
    (input as HTMLInputElement).value = 'wrong';
  });
  await page.locator('main form button').click();
  await expectBoth(page, 'uk', (words) => words['trouble']?.title);
  forgive(complaints, 400);
  forgive(complaints, 403);
  forgive(complaints, 410);
});
