// Signing in with Diia when something does not work: what is said, how it goes on, and what other way there is.

import type { Page } from '@playwright/test';
import { bramaUrl, expect, expectAccessible, forgive, test, wordsOf } from './brama.ts';
import {
  answered,
  appLink,
  checkRequest,
  code,
  openScreen,
  openStill,
  phone,
  press,
  waiting,
} from './diia-page.ts';

const exchange = '**/api/auth/internal';

/** Playwright finds no text inside <noscript>, though the browser shows it. */
async function expectNoscript(page: Page, text: string) {
  const sentence = page.locator('main noscript p');
  await expect(sentence).toBeVisible();
  await expect(sentence).toHaveJSProperty('textContent', text);
}

test('checks fail: fewer of them, said after three, gone with the next answer', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await openStill(page);
  let asked = 0;
  await page.unroute(checkRequest);
  await page.route(checkRequest, (route) => {
    asked += 1;
    return route.fulfill(answered(503, 'unavailable'));
  });
  const alert = page.getByRole('alert').filter({ hasText: words.errors.check.title });
  while (asked === 0) await page.clock.runFor(100);
  // after failures 3, 6 and 12 s
  for (const [ms, times] of [
    [3_000, 2],
    [6_000, 3],
  ] as const) {
    await expect(page.getByText(words.status.retrying)).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.clock.runFor(ms - 200);
    expect(asked).toBe(times - 1);
    await page.clock.runFor(300);
    await expect.poll(() => asked).toBe(times);
  }
  await expect(page.locator('#main').getByRole('alert')).toContainText(words.errors.check.title);
  const toast = page.locator('[data-sonner-toast]');
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(toast).toContainText(words.errors.check.title, { timeout: 100 });
  }).toPass();
  await page.clock.runFor(9_000);
  expect(asked).toBe(3);
  // axe needs a clock that goes on
  await page.clock.resume();
  await expectAccessible(page);
  await page.unroute(checkRequest);
  await page.route(checkRequest, waiting);
  // the next check may be 12 s away
  await expect(page.getByText(words.status.waiting)).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('#main').getByRole('alert')).toHaveText('');
  for (let failures = 0; failures < asked; failures += 1) forgive(complaints, 503);
});

test('no code at first: said after three tries, and it comes when Diia is well again', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'en', 'diia');
  await page.clock.install();
  let asked = 0;
  await page.route(appLink, (route) => {
    asked += 1;
    return route.fulfill(answered(503, 'unavailable'));
  });
  await page.goto('/en/diia');
  for (const times of [1, 2, 3]) {
    await expect.poll(() => asked).toBe(times);
    await expect(page.getByText(words.status.retrying)).toBeVisible();
    await page.clock.runFor(6_100);
  }
  await expect(page.locator('#main').getByText(words.errors.link.title).first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute(appLink);
  await page.getByRole('button', { name: words.retry }).click();
  await expect(code(page)).toBeVisible();
  await expect(page.locator('#main').getByRole('alert')).toHaveText('');
  for (let failures = 0; failures < asked; failures += 1) forgive(complaints, 503);
});

test('the exchange fails: told, and a fresh code gets in', async ({ page, complaints }) => {
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
  const renewed = page.waitForResponse(appLink);
  await press(page, first, 'confirm');
  const curtain = page.getByRole('dialog', { name: words.status.finishing });
  await expect(curtain).toBeVisible();
  const size = page.viewportSize();
  expect(await curtain.boundingBox()).toEqual({ x: 0, y: 0, ...size });
  await expectAccessible(page);
  answer();
  const { deepLink } = await (await renewed).json();
  await expect(page.locator('#main').getByRole('alert')).toContainText(words.errors.session.title);
  await expect(page.locator('[data-sonner-toast]')).toContainText(words.errors.session.title);
  await expect(code(page)).toBeVisible();
  await page.unroute(exchange);
  await press(page, deepLink, 'confirm');
  await page.waitForURL('**/uk/apps');
  forgive(complaints, 503);
});

test('switched off meanwhile: says so, and which ways there are', async ({ page, complaints }) => {
  const words = await wordsOf(page, 'en', 'diia');
  await page.route(appLink, (route) => route.fulfill(answered(404, 'request.not-found')));
  await page.goto('/en/diia?appId=x');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.off.title);
  await expect(page.getByRole('link', { name: words.back })).toHaveAttribute(
    'href',
    '/en/?appId=x',
  );
  await expectAccessible(page);
  forgive(complaints, 404);
});

test('inside another application’s browser: advice to leave it', async ({ browser }) => {
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

test('without JavaScript: said on both pages, and the way back', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: bramaUrl(), javaScriptEnabled: false });
  const page = await context.newPage();
  const [login, words] = [await wordsOf(page, 'uk', 'login'), await wordsOf(page, 'uk', 'diia')];
  await page.goto('/uk/');
  await expectNoscript(page, login.diia['without-script']);
  await expect(page.getByRole('link', { name: login.diia.title })).toBeHidden();
  await page.goto('/uk/diia?appId=x');
  await expectNoscript(page, words['without-script']);
  await expect(page.getByRole('link', { name: words.back })).toHaveAttribute(
    'href',
    '/uk/?appId=x',
  );
  await context.close();
});
