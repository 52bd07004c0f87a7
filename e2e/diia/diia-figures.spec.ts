// The figures of the screen of Diia where they act, on a clock of ours.

/// <reference lib="dom" />

import { bramaUrl, expect, expectAccessible, test, wordsOf } from '../support/brama.ts';
import { callsOf, openStill, pass, passUntil } from '../support/diia-clock.ts';
import { appLink, code, openScreen, phone, plate } from '../support/diia-page.ts';

test('the code and its placeholder are 364 px wide; below 412 px they fill the column', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const watched = window as Window & { moved?: number };
    watched.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        watched.moved = (watched.moved ?? 0) + (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(appLink, async (route) => {
    await asked;
    await route.continue();
  });
  await page.setViewportSize({ width: 412, height: 900 });
  await page.goto('/uk/diia');
  const shape = page.locator('[data-skeleton]');
  const before = await shape.boundingBox();
  expect([before?.width, before?.height]).toEqual([364, 364]);
  answer();
  await expect(code(page)).toBeVisible();
  await expect.poll(() => code(page).boundingBox()).toEqual(before);
  // nothing moved when the code came
  const moved = await page.evaluate(() => (window as Window & { moved?: number }).moved);
  expect(moved).toBeLessThan(0.005);
  for (const [width, edge] of [
    [1280, 364],
    [768, 364],
    [411, 363],
    [320, 272],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // on a telephone's width it is drawn again, as a link
    await expect
      .poll(async () => {
        const box = await code(page).boundingBox();
        return [width, box?.width, box?.height];
      })
      .toEqual([width, edge, edge]);
  }
});

test('from 768 px the page asks to scan the code, below that to open Diia', async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await page.setViewportSize({ width: 768, height: 1024 });
  await openScreen(page, 'uk');
  const link = page.getByRole('link', { name: words.qr['open-app'] });
  await expect(page.getByText(words['description-desktop'])).toBeVisible();
  await expect(page.getByText(words.steps.scan)).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.setViewportSize({ width: 767, height: 1024 });
  await expect(page.getByText(words['description-mobile'])).toBeVisible();
  await expect(page.getByText(words.steps.scan)).toBeHidden();
  await expect(link).toHaveCount(2);
  for (const one of await link.all()) await expect(one).toHaveAttribute('target', '_blank');
  // for another telephone it is a code to scan, and no link
  await page.getByRole('button', { name: words.qr['other-device'] }).click();
  await expect(link).toHaveCount(0);
  await expect(page.getByText(words.steps.scan)).toBeVisible();
  await expect(page.getByText(words['description-desktop'])).toBeVisible();
  await page.getByRole('button', { name: words.qr['this-device'] }).click();
  await expect(link).toHaveCount(2);
});

test('a tablet shows the code and the button below it', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: bramaUrl(),
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  });
  const page = await context.newPage();
  const words = await wordsOf(page, 'uk', 'diia');
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'userAgentData', { value: undefined }),
  );
  await openScreen(page, 'uk');
  await expect(page.getByText(words['description-desktop'])).toBeVisible();
  await expect(page.getByRole('link', { name: words.qr['open-app'] })).toHaveCount(1);
  await context.close();
});

test('a code is checked every 3 s, one at a time, and replaced every 120 s', async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await openStill(page);
  const updated = page.locator('#main time');
  await expect(updated).toHaveText('14:05');
  await expect(updated).toHaveAttribute('datetime', /^2026-11-21T/);
  const announcer = page.locator('[data-announcer]');
  await expect(announcer).toHaveText('');
  await pass(page, 12_000, 500);
  const checks = await callsOf(page, 'check-request');
  const pauses = checks.slice(1).map(({ began }, index) => began - (checks[index]?.ended ?? 0));
  expect(pauses.length).toBeGreaterThanOrEqual(2);
  // never sooner; later by no more than one step of this test
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_999);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(3_501);

  const isSaid = (text: string) => async () => (await announcer.textContent()) === text;
  await passUntil(page, isSaid(words.qr.next_many.replace('{{count}}', '30')), 10_000);
  expect(await callsOf(page, 'app-link')).toHaveLength(1);
  await passUntil(page, isSaid(words.qr.refreshed), 5_000);
  await expect(updated).toHaveText('14:07');
  const [first, second] = await callsOf(page, 'app-link');
  // never sooner; later by no more than a step
  const life = (second?.began ?? 0) - (first?.ended ?? 0);
  expect(life).toBeGreaterThanOrEqual(119_999);
  expect(life).toBeLessThanOrEqual(125_001);
  // the code before still counts, one after the other
  const before = (await callsOf(page, 'check-request')).length;
  await pass(page, 5_000);
  const both = (await callsOf(page, 'check-request')).slice(before);
  expect(new Set(both.map(({ requestId }) => requestId))).toEqual(
    new Set(['request-1', 'request-2']),
  );
  for (const [index, { began }] of both.entries())
    expect(began).toBeGreaterThanOrEqual(both[index - 1]?.ended ?? 0);
});

test('older codes remain valid and are checked in every fourth round', async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await openStill(page);
  for (const shown of [2, 3, 4]) {
    await page.getByRole('button', { name: words.qr.refresh }).click();
    await passUntil(page, async () => (await callsOf(page, 'app-link')).length === shown);
  }
  const before = (await callsOf(page, 'check-request')).length;
  await pass(page, 36_000);
  const asked = (await callsOf(page, 'check-request')).slice(before);
  const times = (number: number) =>
    asked.filter(({ requestId }) => requestId === `request-${number}`).length;
  expect(times(4)).toBeGreaterThanOrEqual(9);
  expect(times(3)).toBeGreaterThanOrEqual(9);
  for (const old of [1, 2]) {
    expect(times(old)).toBeGreaterThanOrEqual(2);
    expect(times(old)).toBeLessThanOrEqual(4);
  }
});

test('only the progress bar is repainted, every 100 ms', async ({ page }) => {
  await openStill(page);
  const fill = page.getByRole('progressbar').locator('[data-fill]');
  await expect(fill).toHaveAttribute('style', /scaleX/);
  const painted = () => fill.evaluate((bar) => (bar as HTMLElement).style.transform);
  await page.evaluate(() => {
    const watched = window as Window & { changes?: Set<string> };
    const changes = new Set<string>();
    watched.changes = changes;
    const own = '[data-fill], [data-countdown]';
    const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
    new MutationObserver((records) => {
      for (const { target } of records)
        changes.add(elementOf(target)?.closest(own) ? 'own' : 'other');
    }).observe(document.body, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  const seen = new Set([await painted()]);
  for (let times = 0; times < 5; times += 1) {
    await page.clock.runFor(100);
    seen.add(await painted());
  }
  expect(seen.size).toBe(6);
  // between two paintings nothing is painted
  const now = await painted();
  await page.clock.runFor(50);
  const halfway = await painted();
  await page.clock.runFor(50);
  expect([now, await painted()]).toContain(halfway);
  expect(await painted()).not.toBe(now);
  await pass(page, 1_500, 100);
  const changes = await page.evaluate(() => [
    ...((window as Window & { changes?: Set<string> }).changes ?? []),
  ]);
  expect(changes).toEqual(['own']);
});

test('after five unused codes the page pauses, shows a message, and resumes on request', async ({
  page,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  await openStill(page);
  const links = async () => (await callsOf(page, 'app-link')).length;
  for (const shown of [2, 3, 4, 5])
    await passUntil(page, async () => (await links()) === shown, 40_000);
  await expect(code(page)).toBeVisible();
  const title = page.getByText(words.qr.paused.title);
  await passUntil(page, () => title.isVisible(), 40_000);
  // announced as well, and nothing outdated
  await expect(page.getByRole('status').filter({ has: title })).toHaveCount(1);
  await expect(page.locator('[data-announcer]')).toHaveText('');
  await pass(page, 130_000, 130_000);
  expect(await links()).toBe(5);
  // axe needs a clock that goes on
  await page.clock.resume();
  await expectAccessible(page);
  await page.getByRole('button', { name: words.qr.paused.action }).press('Enter');
  await expect(title).toBeHidden();
  await expect(code(page)).toBeVisible();
  await expect(plate(page)).toBeFocused();
  expect(await links()).toBe(6);
});

test('after sleep the page shows a new code instead of the old one', async ({ page }) => {
  await openStill(page);
  await page.setViewportSize(phone);
  const link = page.getByRole('link', { name: (await wordsOf(page, 'uk', 'diia')).qr['open-app'] });
  await expect(link.first()).toHaveAttribute('href', /branch\/1$/);
  await pass(page, 2_000);
  await page.clock.fastForward(30_000);
  await passUntil(page, async () => (await callsOf(page, 'app-link')).length === 2);
  await expect(link.first()).toHaveAttribute('href', /branch\/2$/);
});
