// The method that was used last in this browser: first on the sign-in page, focused and marked. How it is stored and forgotten is tested
// with each method.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { expect, forgive, openSignIn, test, wordsOf } from '../support/brama.ts';

type Watched = Window & { shifts?: number };

const remember = (page: Page, method: string) =>
  page.addInitScript((id) => {
    localStorage.setItem('brama.last-method', id);
    const watched = window as Watched;
    watched.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        watched.shifts = (watched.shifts ?? 0) + (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  }, method);

/** The methods in the order of the page: by their places, and by the document, which Tab follows. */
async function ordersOf(page: Page) {
  const rows = page.locator('main :is(.ways form, .unless-shared [class*=way-])');
  const all = await rows.evaluateAll((elements) =>
    elements.map((element) => ({
      name: element.matches('form') ? 'password' : /way-(\w+)/.exec(element.className)?.[1],
      top: element.getBoundingClientRect().top,
    })),
  );
  const inDocument = all.map(({ name }) => name);
  const shown = all.toSorted((one, other) => one.top - other.top).map(({ name }) => name);
  return { inDocument, shown };
}

test('on a first visit: username and password, Diia, Google, passkey', async ({ page }) => {
  await openSignIn(page);
  const order = ['password', 'diia', 'google', 'passkey'];
  expect(await ordersOf(page)).toEqual({ inDocument: order, shown: order });
  await expect(page.locator('#username')).toBeFocused();
});

for (const [method, order] of [
  ['password', ['password', 'diia', 'google', 'passkey']],
  ['diia', ['diia', 'google', 'passkey', 'password']],
  ['google', ['google', 'diia', 'passkey', 'password']],
  ['passkey', ['passkey', 'diia', 'google', 'password']],
] as const)
  test(`${method} stands first after it was used, without a layout shift`, async ({ page }) => {
    const words = await wordsOf(page, 'uk', 'login');
    await remember(page, method);
    await openSignIn(page);
    expect(await ordersOf(page)).toEqual({ inDocument: order, shown: order });
    await expect(page.locator('[data-last-time]')).toHaveText(words['last-time']);
    const first =
      method === 'password' ? page.locator('#username') : page.locator(`:focus.way-${method}`);
    await expect(first).toBeFocused();
    expect(await page.evaluate(() => (window as Watched).shifts)).toBeLessThan(0.005);
  });

test('before the scripts run, the method already stands first', async ({ page, complaints }) => {
  await remember(page, 'diia');
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.goto('/uk/', { waitUntil: 'domcontentloaded' });
  const { shown } = await ordersOf(page);
  expect(shown).toEqual(['diia', 'google', 'passkey', 'password']);
  forgive(complaints, 'ERR_FAILED');
  forgive(complaints, 'TypeError');
});
