// The figures of the screen of Diia where they act, on a clock of ours.

/// <reference lib="dom" />

import { bramaUrl, expect, expectAccessible, expectNoSideways, test, wordsOf } from './brama.ts';
import { appLink, code, openScreen, openStill, phone } from './diia-page.ts';

test('the code is 364 px, its shape before it too; below 412 px it fills the column', async ({
  page,
}) => {
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
  expect(await code(page).boundingBox()).toEqual(before);
  for (const [width, edge] of [
    [1280, 364],
    [768, 364],
    [411, 363],
    [320, 272],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const box = await code(page).boundingBox();
    expect([width, box?.width, box?.height]).toEqual([width, edge, edge]);
    await expectNoSideways(page);
  }
});

test('nothing moves when the code comes', async ({ page }) => {
  await page.addInitScript(() => {
    const watched = window as Window & { moved?: number };
    watched.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        watched.moved = (watched.moved ?? 0) + (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize(phone);
  await openScreen(page, 'uk');
  const moved = await page.evaluate(() => (window as Window & { moved?: number }).moved);
  expect(moved).toBeLessThan(0.005);
});

test('768 px: from here on one scans, below one opens Diia', async ({ page }) => {
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
  // for another device it is a code again, and no link
  await page.getByRole('button', { name: words.qr['other-device'] }).click();
  await expect(link).toHaveCount(0);
  await expect(page.getByText(words.steps.scan)).toBeVisible();
  await expect(page.getByText(words['description-desktop'])).toBeVisible();
  await page.getByRole('button', { name: words.qr['this-device'] }).click();
  await expect(link).toHaveCount(2);
});

test('tablet: the code, and the button below it', async ({ browser }) => {
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

test('every 3 s somebody is asked about, one at a time; every 120 s there is a new code', async ({
  page,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  const { links, asked } = await openStill(page);
  const updated = page.locator('#main time');
  await expect(updated).toHaveText('14:05');
  await expect(updated).toHaveAttribute('datetime', /^2026-11-21T/);
  for (const times of [1, 2, 3]) {
    await page.clock.runFor(3_000);
    await expect.poll(() => asked.length).toBe(times);
  }
  const said = page.locator('[data-announcer]');
  await expect(said).toHaveText('');
  // one beat after the other, so that every answer arrives in its time
  for (let seconds = 9; seconds < 90; seconds += 3) await page.clock.runFor(3_000);
  await expect(said).toHaveText(words.qr.next_many.replace('{{count}}', '30'));
  for (let seconds = 90; seconds < 117; seconds += 3) await page.clock.runFor(3_000);
  expect(links).toHaveLength(1);
  await page.clock.runFor(4_000);
  await expect.poll(() => links.length).toBe(2);
  await expect(said).toHaveText(words.qr.refreshed);
  await expect(updated).toHaveText('14:07');
  // the code before still counts
  asked.length = 0;
  await page.clock.runFor(4_000);
  await expect.poll(() => [...asked].sort()).toEqual(['request-1', 'request-2']);
});

test('the bar is painted every 100 ms, and nothing else', async ({ page }) => {
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
  await page.clock.runFor(1_500);
  const changes = await page.evaluate(() => [
    ...((window as Window & { changes?: Set<string> }).changes ?? []),
  ]);
  expect(changes).toEqual(['own']);
});

test('five codes that nobody cares for, and it rests until somebody does', async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'diia');
  const { links } = await openStill(page);
  for (const shown of [2, 3, 4, 5]) {
    await page.clock.runFor(121_000);
    await expect.poll(() => links.length).toBe(shown);
    await expect(code(page)).toBeVisible();
  }
  await page.clock.runFor(121_000);
  await expect(page.getByText(words.qr.paused.title)).toBeVisible();
  await page.clock.runFor(121_000);
  expect(links).toHaveLength(5);
  // axe needs a clock that goes on
  await page.clock.resume();
  await expectAccessible(page);
  await page.getByRole('button', { name: words.qr.paused.action }).click();
  await expect(page.getByText(words.qr.paused.title)).toBeHidden();
  await expect.poll(() => links.length).toBe(6);
});

test('after sleep the old code is not shown, a new one is', async ({ page }) => {
  const { links } = await openStill(page);
  await page.clock.runFor(2_000);
  await page.clock.fastForward(30_000);
  await expect.poll(() => links.length).toBe(2);
  await expect(code(page)).toBeVisible();
});
