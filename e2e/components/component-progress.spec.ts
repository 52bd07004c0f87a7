// The bar that fills, on a clock of ours.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { expect } from '../support/brama.ts';
import { test } from '../support/component-page.ts';

const percent = (page: Page, name: string) =>
  page.getByRole('progressbar', { name }).evaluate((bar) => {
    const fill = bar.querySelector('[data-fill]');
    return fill ? new DOMMatrix(getComputedStyle(fill).transform).a : undefined;
  });

test('has a default maximum of 100 and exposes its value', async ({ page, components }) => {
  await components();
  await expect.poll(() => percent(page, 'Bar 0')).toBe(0);
  await expect.poll(() => percent(page, 'Bar 40')).toBeCloseTo(0.4);
  await expect.poll(() => percent(page, 'Bar 100')).toBe(1);
  const bar = page.getByRole('progressbar', { name: 'Bar 40' });
  await expect(bar).toHaveAttribute('aria-valuemax', '100');
  await expect(bar).toHaveAttribute('aria-valuenow', '40');
  await expect(bar).toHaveAttribute('aria-valuetext', '40 %');
});

test('repaints every 100 ms and changes nothing else', async ({ page, components }) => {
  await page.clock.install();
  await components();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const running = page.getByRole('progressbar', { name: 'Running bar' });
  await running.evaluate((bar) => {
    const counted = { fill: 0, elsewhere: 0 };
    Object.assign(globalThis, { counted });
    new MutationObserver((changes) => {
      for (const { target } of changes)
        counted[target === bar.querySelector('[data-fill]') ? 'fill' : 'elsewhere'] += 1;
    }).observe(bar.closest('section') ?? bar, {
      subtree: true,
      attributes: true,
      childList: true,
    });
  });
  const repaints = async () => {
    const counted = await page.evaluate('globalThis.counted');
    return counted as { fill: number; elsewhere: number };
  };
  await page.clock.runFor(99);
  const before = await repaints();
  expect(before.fill).toBeLessThanOrEqual(1);
  await page.clock.runFor(1000);
  const after = await repaints();
  expect(after.fill - before.fill).toBe(10);
  // the words, at most once in five seconds; the other bars do not move
  expect(after.elsewhere).toBeLessThanOrEqual(4);
});

test('with reduced motion the bar moves only when its text changes', async ({
  page,
  components,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await components();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const words = page.getByText(/^Ще \d+ с$/);
  await expect(words).toBeVisible();
  const seen = new Set<string>();
  for (let step = 0; step < 50; step += 1) {
    await page.clock.runFor(200);
    seen.add(`${await words.textContent()} ${await percent(page, 'Running bar')}`);
  }
  // ten seconds of a text that changes every five
  expect(seen.size).toBeGreaterThanOrEqual(2);
  expect(seen.size).toBeLessThanOrEqual(4);
});
