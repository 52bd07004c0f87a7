// Rules of every page: the legal pages are linked, and short pages are near the middle. On the narrowest phones nothing is
// cut, and addresses break where their parts end.

import type { Browser, Page } from '@playwright/test';
import {
  applicationId,
  bramaUrl,
  expect,
  expectNoSideways,
  forgive,
  type Language,
  languages,
  signIn,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { linesOf } from '../support/lines.ts';
import { notFoundPage, screens, signInPage } from '../support/pages.ts';

type Place = {
  path: string;
  signedIn?: boolean;
  /** The status of an answer that the browser complains about. */
  refused?: number;
};

const inLanguage = (language: Language, path: string) => `/${language}/${path}`;

/** Pages that no list of screens leads to. */
const beyondTheScreens = (language: Language): Place[] => [
  { path: '/user' },
  { path: '/device' },
  { path: '/google-auth' },
  { path: '/oidc/auth?client_id=nobody&response_type=code&scope=openid' },
  { path: `/api/app-redirect?appId=${applicationId('courses')}&request=over`, signedIn: true },
  { path: '/oidc/logout', signedIn: true },
  { path: inLanguage(language, 'password'), signedIn: true },
  { path: inLanguage(language, 'password/changed'), signedIn: true },
  ...['password/forgot', 'password/sent', 'password/reset'].map((path) => ({
    path: inLanguage(language, path),
  })),
];

const everyPlace = (language: Language): Place[] => [
  ...[signInPage, notFoundPage, ...screens].map(({ path, access }) => ({
    path: inLanguage(language, path),
    signedIn: access === 'signed-in',
  })),
  ...beyondTheScreens(language),
];

async function expectLegalLinks(page: Page, language: Language) {
  const { footer } = await wordsOf(page, language, 'common');
  for (const [path, name] of [
    ['privacy-policy', footer.privacy],
    ['terms-of-use', footer.terms],
    ['faq', footer.help],
  ]) {
    const link = page.locator('footer').getByRole('link', { name, exact: true });
    await expect(link).toBeVisible();
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^/${language}/${path}(\\?|$)`));
  }
}

async function openBrowser(browser: Browser, language: Language, javaScriptEnabled: boolean) {
  return browser.newContext({
    baseURL: bramaUrl(),
    javaScriptEnabled,
    locale: language === 'uk' ? 'uk-UA' : 'en-GB',
    viewport: { width: 390, height: 844 },
  });
}

for (const language of languages) {
  for (const javaScriptEnabled of [true, false])
    test(`${language}: every page links the privacy policy and the terms, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
      browser,
    }) => {
      test.slow();
      for (const signedIn of [false, true]) {
        const context = await openBrowser(browser, language, javaScriptEnabled);
        const page = await context.newPage();
        // the pages without a language follow what was chosen last
        await page.goto(`/${language}/faq`);
        await context.addCookies([{ name: 'i18next', value: language, url: bramaUrl() }]);
        if (signedIn) await startSession(page);
        for (const place of everyPlace(language).filter(
          (one) => (one.signedIn ?? false) === signedIn,
        ))
          await test.step(place.path, async () => {
            await page.goto(place.path);
            await expect(page.locator('h1').first()).toBeAttached();
            await expectLegalLinks(page, language);
          });
        await context.close();
      }
    });

  test(`${language}: the error page links them too`, async ({ page, complaints }) => {
    const { broken } = await wordsOf(page, language, 'common');
    await signIn(page, undefined, language);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', {
        get() {
          throw new Error('broken on purpose');
        },
      });
    });
    for (const path of ['faq', 'apps']) {
      await page.goto(`/${language}/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(broken.title);
      await expectLegalLinks(page, language);
    }
    forgive(complaints, 'Error: broken on purpose');
  });
}

/** Returns the free height above and below what a page says, between its header and its picture. */
function freeHeights(page: Page) {
  return page.evaluate(() => {
    const rectOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const shown = [...document.querySelectorAll('main :is(svg, h1, p, a, input, button)')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1);
    const above = Math.min(...shown.map(({ top }) => top)) - (rectOf('header')?.bottom ?? 0);
    const bottom = Math.max(...shown.map((rect) => rect.bottom));
    return { above, below: (rectOf('[data-skyline]')?.top ?? 0) - bottom };
  });
}

const shortPages: readonly Place[] = [
  { path: '/uk/no/such-page', refused: 404 },
  { path: '/en/auth-success', refused: 401 },
  { path: '/uk/auth-success', signedIn: true },
  { path: '/device' },
  { path: '/device/done' },
  { path: '/device/refused' },
  { path: '/user', refused: 401 },
  { path: '/oidc/auth?client_id=nobody&response_type=code&scope=openid', refused: 400 },
  { path: '/oidc/logout', signedIn: true },
  {
    path: `/api/app-redirect?appId=${applicationId('courses')}&request=over`,
    signedIn: true,
    refused: 410,
  },
  { path: '/uk/password/forgot' },
  { path: '/uk/password/sent' },
  { path: '/en/password/changed', signedIn: true },
];

for (const { path, signedIn = false, refused } of shortPages)
  test(`${path}${signedIn ? ', signed in' : ''}: the content is near the middle of the window`, async ({
    page,
    complaints,
  }) => {
    if (signedIn) await startSession(page);
    await page.goto(path);
    await takenOver(page);
    // the page that asks who is signed in has its answer
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { above, below } = await freeHeights(page);
      // a little above the middle; where there is next to nothing to share out, it is as it comes
      if (above + below > 120) {
        expect(above / below).toBeGreaterThan(0.4);
        expect(above / below).toBeLessThan(1);
      }
      await expectNoSideways(page);
    }
    if (refused !== undefined) forgive(complaints, refused);
  });

const longCallback =
  'https://signin.student-services.faculty.example/application/callback/after-signing-in/mathematics/autumn_2026';

for (const javaScriptEnabled of [true, false])
  test(`320 px, ${javaScriptEnabled ? 'with' : 'without'} JavaScript: a long address wraps between its parts`, async ({
    browser,
  }) => {
    const context = await openBrowser(browser, 'uk', javaScriptEnabled);
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 800 });
    const query = new URLSearchParams({
      client_id: applicationId('courses'),
      response_type: 'code',
      scope: 'openid',
      redirect_uri: longCallback,
    });
    await page.goto(`/oidc/auth?${query}`);
    if (javaScriptEnabled) await takenOver(page);
    const lines = await linesOf(page.locator('main dd').first());
    expect(lines.join('')).toBe(longCallback);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/[./?&=#_-]$/);
    await expectNoSideways(page);
    await context.close();
  });

for (const language of languages)
  test(`${language}: 320 px: no text of an application card is cut off`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await signIn(page, undefined, language);
    const texts = page.locator('main li a span:not(.sr-only)');
    await expect.poll(() => texts.count()).toBeGreaterThan(6);
    const cut = await texts.evaluateAll((all) =>
      all
        .filter(
          ({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
        )
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    await expectNoSideways(page);
  });
