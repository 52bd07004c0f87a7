// The layout of pages. Short ones are near the middle, and the error page has the links of every page. On the narrowest phones
// nothing is cut, and addresses break where their parts end.

import type { Page } from '@playwright/test';
import {
  applicationId,
  expect,
  expectNoSideways,
  forgive,
  type Language,
  signIn,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { linesOf } from '../support/lines.ts';

type Place = {
  path: string;
  signedIn?: boolean;
  /** The status of an answer that the browser complains about. */
  refused?: number;
};

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

test('the error page links the legal pages too', async ({ page, complaints }) => {
  const { broken } = await wordsOf(page, 'uk', 'common');
  await signIn(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', {
      get() {
        throw new Error('broken on purpose');
      },
    });
  });
  for (const path of ['faq', 'apps']) {
    await page.goto(`/uk/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(broken.title);
    await expectLegalLinks(page, 'uk');
  }
  forgive(complaints, 'Error: broken on purpose');
});

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
  { path: '/uk/password/sent' },
  { path: '/en/password/changed', signedIn: true },
];

async function expectNearTheMiddle(page: Page) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { above, below } = await freeHeights(page);
    // a little above the middle; where there is next to nothing to share out, it is as it comes
    if (above + below > 120) {
      expect(above / below).toBeGreaterThan(0.4);
      expect(above / below).toBeLessThan(1);
    }
  }
}

for (const isSignedIn of [false, true])
  test(`the content of short pages is near the middle of the window, signed in: ${isSignedIn}`, async ({
    page,
    complaints,
  }) => {
    if (isSignedIn) await startSession(page);
    for (const { path, signedIn = false, refused } of shortPages)
      if (signedIn === isSignedIn)
        await test.step(path, async () => {
          await page.goto(path);
          await takenOver(page);
          // the page that asks who is signed in has its answer
          await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
          await expectNearTheMiddle(page);
          if (refused !== undefined) forgive(complaints, refused);
        });
  });

test('the headings of pages with a form stand at one height', async ({ page }) => {
  const tops: Record<string, number | undefined> = {};
  for (const path of [
    'uk/',
    'uk/password/forgot',
    'uk/password/reset',
    'uk/recovery/email',
    'uk/recovery/access-code',
    'device',
  ]) {
    await page.goto(`/${path}`);
    tops[path] = (await page.locator('h1').boundingBox())?.y;
  }
  const [first] = Object.values(tops);
  expect(tops).toEqual(Object.fromEntries(Object.keys(tops).map((path) => [path, first])));
});

const longCallback =
  'https://signin.student-services.faculty.example/application/callback/after-signing-in/mathematics/autumn_2026';

test('320 px: a long address wraps between its parts', async ({ page, complaints }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const query = new URLSearchParams({
    client_id: applicationId('courses'),
    response_type: 'code',
    scope: 'openid',
    redirect_uri: longCallback,
  });
  await page.goto(`/oidc/auth?${query}`);
  await takenOver(page);
  const lines = await linesOf(page.locator('main dd').first());
  expect(lines.join('')).toBe(longCallback);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/[./?&=#_-]$/);
  await expectNoSideways(page);
  forgive(complaints, 400);
});

test('320 px: no text of an application card is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page, undefined, 'en');
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
