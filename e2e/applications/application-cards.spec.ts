// The cards of applications: one activation opens one tab.

/// <reference lib="dom" />

import type { BrowserContext, Page } from '@playwright/test';
import { applicationTitle, expect, sampleUrl, signIn, test } from '../support/brama.ts';

function countTabs(context: BrowserContext): Page[] {
  const opened: Page[] = [];
  context.on('page', (tab) => opened.push(tab));
  return opened;
}

test('a double click opens one tab; a later click opens another tab', async ({ page, context }) => {
  await page.clock.install();
  await signIn(page);
  // the script of the list loads on its own
  await page.waitForFunction(() => {
    const card = document.querySelector('main li a');
    return card !== null && Object.keys(card).some((key) => key.startsWith('__reactProps'));
  });
  const opened = countTabs(context);
  const card = page.getByRole('link', { name: applicationTitle('campus', 'uk') });
  await card.dblclick();
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  await opened[0]?.waitForURL(`${sampleUrl()}/campus`);
  // the other card opens too; a second tab of the first one would have come before it
  await page.getByRole('link', { name: applicationTitle('my-kpi', 'uk') }).click();
  await expect
    .poll(() => opened.some((tab) => tab.url().startsWith(`${sampleUrl()}/my-kpi`)))
    .toBe(true);
  expect(opened).toHaveLength(2);
  await page.clock.fastForward(1_000);
  await card.click();
  await expect.poll(() => opened.length).toBe(3);
});
