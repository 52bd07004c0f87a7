// Signing in with Diia when something does not work: what is said, how it goes on, and what other way there is.

import type { Page } from '@playwright/test';
import { bramaUrl, expect, expectAccessible, forgive, test, wordsOf } from '../support/brama.ts';
import { callsOf, openStill, passUntil, stopClock } from '../support/diia-clock.ts';
import {
  answered,
  appLink,
  checkRequest,
  code,
  comeBack,
  openScreen,
  phone,
  plate,
  press,
  said,
  waiting,
} from '../support/diia-page.ts';

const exchange = '**/api/auth/internal';

const toasts = (page: Page) => page.locator('[data-sonner-toast]');

test('failed checks slow down; an error appears after three and disappears on the next response', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await openStill(page);
  await page.unroute(checkRequest);
  await page.route(checkRequest, (route) => route.fulfill(answered(503, 'unavailable')));
  const checks = () => callsOf(page, 'check-request');
  await passUntil(page, async () => (await checks()).length === 2, 500);
  await expect(page.getByText(words.status.retrying)).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  await passUntil(page, async () => (await said(page).count()) > 0, 500);
  await expect(said(page)).toContainText(words.errors.check.title);
  expect(await checks()).toHaveLength(3);
  await passUntil(page, async () => (await checks()).length === 4, 500);
  const times = await checks();
  const pauses = times.slice(1).map(({ began }, index) => began - (times[index]?.ended ?? 0));
  for (const [index, wanted] of [3_000, 6_000, 12_000].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(wanted - 1);
    // a step of this test later at most
    expect(pauses[index]).toBeLessThanOrEqual(wanted + 501);
  }
  await page.unroute(checkRequest);
  await page.route(checkRequest, waiting);
  await comeBack(page);
  await expect(page.getByText(words.status.waiting)).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  forgive(complaints, 503);
});

test('a failed first code shows one error at once, and a manual retry succeeds', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const words = await wordsOf(page, 'en', 'diia');
  await page.setViewportSize({ width: 320, height: 700 });
  let answer = () => {};
  // a public network answers in the server's place
  await page.route(appLink, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Wi-Fi</title>' }),
  );
  await page.goto('/en/diia');
  const title = page.locator('#main').getByText(words.errors.link.title);
  await expect(title).toHaveCount(1);
  await expect(said(page)).toContainText(words.errors.link.text);
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText(words.errors.link.title);
  await expect(page.getByRole('link', { name: words.back })).toBeVisible();
  // what is said must fit its place
  const button = page.getByRole('button', { name: words.retry });
  const [card, spoken, pressed] = [
    await plate(page).boundingBox(),
    await said(page).boundingBox(),
    await button.boundingBox(),
  ];
  expect(spoken?.y).toBeGreaterThanOrEqual(card?.y ?? 0);
  expect((pressed?.y ?? 0) + (pressed?.height ?? 0)).toBeLessThanOrEqual(
    (card?.y ?? 0) + (card?.height ?? 0),
  );
  // a manual retry fails too: the button keeps the focus, and the message is announced again
  await page.unroute(appLink);
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(appLink, async (route) => {
    await held;
    await route.fulfill(answered(503, 'unavailable'));
  });
  await button.press('Enter');
  await expect(page.getByText(words.status.preparing)).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  answer();
  await expect(said(page)).toContainText(words.errors.link.title);
  await expect(button).toBeFocused();
  await page.unroute(appLink);
  await button.press('Enter');
  await expect(code(page)).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  await expect(plate(page)).toBeFocused();
  forgive(complaints, 503);
});

test('after five seconds without a response a message appears, and a retry starts at once', async ({
  page,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await stopClock(page);
  await page.route(appLink, () => undefined);
  await page.route(checkRequest, waiting);
  await page.goto('/uk/diia');
  const asked = () => callsOf(page, 'app-link');
  const title = page.getByText(words.qr.late.title);
  /** Nothing is waited for: there is no answer. */
  const stepUntil = (isSo: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(200);
          return isSo();
        },
        { intervals: [0], timeout: 30_000 },
      )
      .toBe(true);
  await stepUntil(async () => (await asked()).length === 1);
  await page.clock.runFor(4_000);
  await expect(title).toBeHidden();
  await stepUntil(() => title.isVisible());
  await expect(page.getByRole('status').filter({ has: title })).toHaveCount(1);
  await expect(toasts(page)).toHaveCount(0);
  // axe needs a clock that goes on
  await page.clock.resume();
  await expectAccessible(page);
  await page.unroute(appLink);
  await page.getByRole('button', { name: words.retry }).press('Enter');
  await expect(code(page)).toBeVisible();
  await expect(plate(page)).toBeFocused();
  expect(await asked()).toHaveLength(2);
});

test('a failed exchange shows an error, and a new code signs the user in', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  const first = await openScreen(page, 'uk');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(exchange, async (route) => {
    await held;
    await route.fulfill(answered(503, 'unavailable'));
  });
  await page.getByRole('button', { name: words.qr.refresh }).focus();
  const renewed = page.waitForResponse(appLink);
  await press(page.request, first, 'confirm');
  await comeBack(page);
  const curtain = page.getByRole('dialog', { name: words.status.finishing });
  await expect(curtain).toBeVisible();
  const size = page.viewportSize();
  // once it has come to rest
  await expect.poll(() => curtain.boundingBox()).toEqual({ x: 0, y: 0, ...size });
  answer();
  const link = await (await renewed).json();
  await expect(said(page)).toContainText(words.errors.session.title);
  await expect(toasts(page)).toContainText(words.errors.session.title);
  await expect(code(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.unroute(exchange);
  await press(page.request, link, 'confirm');
  await comeBack(page);
  await page.waitForURL('**/uk/apps');
  forgive(complaints, 503);
});

test('when Diia is switched off, the page says so and links to the other sign-in methods', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const words = await wordsOf(page, 'en', 'diia');
  await page.route(appLink, (route) => route.fulfill(answered(404, 'request.not-found')));
  await page.goto('/en/diia?appId=x');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.off.title);
  await expect(page.getByRole('link', { name: words.back })).toHaveAttribute(
    'href',
    '/en/?appId=x',
  );
  forgive(complaints, 404);
});

test('an in-app browser shows advice to open another browser', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: bramaUrl(),
    viewport: phone,
    userAgent: 'Mozilla/5.0 (Linux; Android 15; wv) Chrome/142.0.0.0 Mobile Instagram 400; wv)',
  });
  const page = await context.newPage();
  const words = await wordsOf(page, 'uk', 'diia');
  await openScreen(page, 'uk');
  await expect(page.getByText(words['in-app'].title)).toBeVisible();
  await expectAccessible(page);
  await context.close();
});
