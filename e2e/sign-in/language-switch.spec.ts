// The switch of languages on pages between an application and its user: it stays on the page, in both languages, with
// and without JavaScript.

import type { Page } from '@playwright/test';
import {
  applicationId,
  expect,
  expectNoSideways,
  forgive,
  sampleUrl,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { expectReadable, inEveryWay, otherThan, type Way } from '../support/ways.ts';

type Words = Record<string, { title: string }>;

/**
 * Reads the page in the other language and back, twice. Each time it is the same page, also after hydration. Axe checks
 * the first view, and the first one that the switch leads to.
 */
async function expectBoth(page: Page, way: Way, titleIn: (words: Words) => string) {
  const other = otherThan(way.language);
  const order = [way.language, other, way.language, other];
  for (const [index, language] of order.entries()) {
    const words = { ...(await wordsOf(page, language, 'interaction')) };
    words.trouble = (await wordsOf(page, language, 'errors')).trouble;
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('h1')).toHaveText(titleIn(words));
    if (way.javaScriptEnabled) await takenOver(page);
    if (index < 2) await expectReadable(page, way);
    else await expectNoSideways(page);
    await page.locator('header a[hreflang]').click();
  }
}

inEveryWay((way) => {
  test('a rejected request', async ({ page, complaints }) => {
    const query = new URLSearchParams({
      client_id: applicationId('courses'),
      response_type: 'code',
      redirect_uri: `${sampleUrl()}/wrong`,
      state: 'hush-state',
      ui_locales: way.language,
    });
    await page.goto(`/oidc/auth?${query}`);
    const reference = page.getByText(/ [\da-f]{8}$/);
    const id = (await reference.textContent())?.slice(-8) ?? 'none';
    await expectBoth(page, way, (words) => words['request-refused']?.title ?? '');
    await expect(reference).toContainText(id);
    await expect(page.locator('main dl')).toContainText('/wrong');
    forgive(complaints, 400);
  });

  test('a sign-out that still returns to the application', async ({ page }) => {
    await startSession(page);
    const query = new URLSearchParams({
      client_id: applicationId('courses'),
      post_logout_redirect_uri: `${sampleUrl()}/courses`,
      ui_locales: way.language,
    });
    await page.goto(`/oidc/logout?${query}`);
    await expectBoth(page, way, (words) => words['sign-out']?.title ?? '');
    await page.locator('main form button').click();
    await page.waitForURL(`${sampleUrl()}/courses`);
  });

  test('no access, an expired request, a rejected form', async ({ page, complaints }) => {
    test.slow();
    await startSession(page, 'г.ґудзь');
    await page.goto(`${sampleUrl()}/courses/start`);
    await page.waitForURL('**/oidc/no-access/*');
    await expectBoth(page, way, (words) => words['no-access']?.title ?? '');
    await page.goto(`/api/app-redirect?appId=${applicationId('courses')}&request=over`);
    await expectBoth(page, way, (words) => words['request-over']?.title ?? '');
    await page.goto('/oidc/logout');
    // React would set the value again
    if (way.javaScriptEnabled) await takenOver(page);
    await page.locator('input[name=proof]').evaluate((input) => {
      (input as HTMLInputElement).value = 'wrong';
    });
    await page.locator('main form button').click();
    await expectBoth(page, way, (words) => words['trouble']?.title ?? '');
    forgive(complaints, 400);
    forgive(complaints, 403);
    forgive(complaints, 410);
  });
});
