// What every browser test needs: the addresses, the people, the words, and a page that reports every
// console message and violation.

/// <reference lib="dom" />

import AxeBuilder from '@axe-core/playwright';
import { demoApplications } from '@brama/simulators/applications';
import { demoPassword } from '@brama/simulators/people';
import { test as base, expect, type Page } from '@playwright/test';

export const languages = ['uk', 'en'] as const;
export type Language = (typeof languages)[number];

export const password = demoPassword;
export const applicationId = (name: string) =>
  demoApplications.find((one) => one.name === name)?.id ?? '';

export const bramaUrl = () => process.env['BRAMA_URL'] ?? '';
export const sampleUrl = () => process.env['SAMPLE_URL'] ?? '';
/** The simulator of Diia. */
export const diiaUrl = () => process.env['DIIA_URL'] ?? '';

/** The words of one namespace, as the browser gets them. */
export async function wordsOf(page: Page, language: Language, namespace: string) {
  const answer = await page.request.get(`${bramaUrl()}/locales/${language}/${namespace}.json`);
  return answer.json();
}

type Fixtures = {
  /** Console messages and failed requests of the page; every test ends with none. */
  complaints: string[];
};

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Chromium prints refused calls as console errors; a test that expects one takes it off the list. */
export function forgive(
  complaints: string[],
  status: number | 'ERR_FAILED' | 'ERR_INTERNET_DISCONNECTED',
) {
  const words = typeof status === 'number' ? `status of ${status}` : status;
  const at = complaints.findIndex((text) => text.includes(words));
  expect(at, `a complaint about ${status}`).toBeGreaterThanOrEqual(0);
  complaints.splice(at, 1);
}

export async function fillIn(page: Page, username: string, secret = password) {
  await page.locator('#username').fill(username);
  await page.locator('#current-password').fill(secret);
}

/** Signs in on the page that is open and waits for the applications. */
export async function signIn(page: Page, username = 'o.shevchenko', language: Language = 'uk') {
  await page.goto(`/${language}/`);
  await fillIn(page, username);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`**/${language}/apps`);
  await expect(page.locator('h1')).toBeVisible();
}

/** No accessibility finding at all, in the state the page is in. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // our pages hold no frames, so nothing has to be gathered in a page of its own: half the time
    .setLegacyMode(true)
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

/** Nothing sticks out to the side. */
export async function expectNoSideways(page: Page) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}
