// The switch of languages on pages between an application and its user: it stays on the page, in both languages, with
// and without JavaScript.

import type { Browser, Page } from '@playwright/test';
import {
  applicationId,
  bramaUrl,
  expect,
  expectAccessible,
  expectAccessibleWithoutScripts,
  expectNoSideways,
  type Language,
  languages,
  sampleUrl,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const ways = [true, false].flatMap((javaScriptEnabled) =>
  languages.map((language) => ({ javaScriptEnabled, language })),
);
type Way = (typeof ways)[number];

async function open(browser: Browser, { javaScriptEnabled, language }: Way) {
  const locale = language === 'uk' ? 'uk-UA' : 'en-GB';
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({
    javaScriptEnabled,
    locale,
    viewport,
    baseURL: bramaUrl(),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // the status of a refused navigation is printed as an error
    if (message.type() === 'error' && !message.text().includes('status of'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(`${error}`));
  return { context, page, complaints };
}

type Words = Record<string, { title: string }>;

/**
 * Reads the page in the other language and back. Each time it is the same page, also after hydration. Axe checks the first
 * language; another test begins with the other one.
 */
async function expectBoth(page: Page, way: Way, titleIn: (words: Words) => string) {
  const other: Language = way.language === 'uk' ? 'en' : 'uk';
  const judge = way.javaScriptEnabled ? expectAccessible : expectAccessibleWithoutScripts;
  const order = [way.language, other, way.language, other];
  for (const [index, language] of order.entries()) {
    const words = { ...(await wordsOf(page, language, 'answers')) };
    words.trouble = (await wordsOf(page, language, 'errors')).trouble;
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('h1')).toHaveText(titleIn(words));
    if (way.javaScriptEnabled) await takenOver(page);
    if (index === 0) await judge(page);
    await expectNoSideways(page);
    await page.locator('header a[hreflang]').click();
  }
}

for (const way of ways) {
  const how = `${way.language}, ${way.javaScriptEnabled ? 'with' : 'without'} JavaScript`;

  test(`${how}: a rejected request`, async ({ browser }) => {
    const { context, page, complaints } = await open(browser, way);
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
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(`${how}: a sign-out that still returns to the application`, async ({ browser }) => {
    const { context, page, complaints } = await open(browser, way);
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
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(`${how}: no access, an expired request, a rejected form`, async ({ browser }) => {
    test.slow();
    const { context, page, complaints } = await open(browser, way);
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
    expect(complaints).toEqual([]);
    await context.close();
  });
}
