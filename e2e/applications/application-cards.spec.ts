// The cards of applications: one activation opens one tab.

import type { BrowserContext, Page } from '@playwright/test';
import {
  applicationTitle,
  expect,
  forgive,
  sampleUrl,
  signIn,
  takenOver,
  test,
} from '../support/brama.ts';

function countTabs(context: BrowserContext): Page[] {
  const opened: Page[] = [];
  context.on('page', (tab) => opened.push(tab));
  return opened;
}

test('a double click opens one tab; a later click opens another tab', async ({ page, context }) => {
  await page.clock.install();
  await signIn(page);
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

test('the last opened application is first before scripts have loaded, and stays there', async ({
  page,
  complaints,
}) => {
  const titles = () => page.locator('main li').allTextContents();
  await signIn(page);
  const before = await titles();
  const last = before.at(-1) ?? '';
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.locator('main li a').last().click(),
  ]);
  await tab.close();
  // the list does not change under the pointer
  expect(await titles()).toEqual(before);

  const expected = [last, ...before.slice(0, -1)];
  await page.route('**/assets/public-*.js', (route) => route.abort());
  await page.reload();
  expect(await titles()).toEqual(expected);
  await page.unroute('**/assets/public-*.js');
  await page.reload();
  await takenOver(page);
  expect(await titles()).toEqual(expected);
  for (const words of ['ERR_FAILED', 'TypeError'] as const) forgive(complaints, words);
});
