// Measures Interaction to Next Paint of each step on a slow processor. The browser reports the time from a key or click
// to the next frame, see https://web.dev/articles/inp. The network is the machine's own.

/// <reference lib="dom" />

import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test';
import { phone, slowProcessor, throttleProcessor } from './conditions.ts';

/** The browser reports shorter interactions only as this, the shortest threshold that it allows. */
const shortestMs = 16;
/** Chromium reports an interaction after its frame; so long nothing else may follow. */
const settledMs = 400;

declare global {
  interface Window {
    interactions: number[];
  }
}

export function observeInteractions(durationThreshold: number) {
  window.interactions = [];
  const options = { type: 'event', buffered: true, durationThreshold };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) window.interactions.push(entry.duration);
  }).observe(options);
}

type Step = { name: string; act(page: Page): Promise<void> };
export type Journey = { name: string; path: string; signedIn: boolean; steps: Step[] };

const click = (name: string, selector: string): Step => ({
  name,
  act: (page) => page.locator(selector).first().click({ noWaitAfter: true }),
});
const type = (name: string, selector: string, text: string): Step => ({
  name,
  act: (page) => page.locator(selector).pressSequentially(text, { delay: 60 }),
});

const chooseTheme: Step = {
  name: 'theme',
  async act(page) {
    await page.locator('footer select').focus();
    await page.keyboard.press('ArrowDown');
  },
};

export const journeys: readonly Journey[] = [
  {
    name: 'sign-in',
    path: '',
    signedIn: false,
    steps: [
      type('username', '#username', 'o.shevchenko'),
      type('password', '#current-password', 'not the password'),
      click('show password', 'form button[type=button]'),
      click('submit', 'form button[type=submit]'),
      chooseTheme,
    ],
  },
  {
    name: 'sign-in to Diia',
    path: '',
    signedIn: false,
    steps: [click('method', 'a[href*="/diia"]')],
  },
  {
    name: 'Diia',
    path: 'diia',
    signedIn: false,
    steps: [click('new code', 'main button:not([disabled]):visible'), chooseTheme],
  },
  {
    name: 'applications',
    path: 'apps',
    signedIn: true,
    steps: [
      click('open my data', '[aria-haspopup=dialog]'),
      click('copy a value', 'dialog dl button'),
      { name: 'close my data', act: (page) => page.keyboard.press('Escape') },
      click('open an application', '#main li a'),
    ],
  },
  {
    name: 'button wizard',
    path: 'button-wizard',
    signedIn: false,
    steps: [
      type('app id', '#app-id', '3d1488ae-128e'),
      {
        name: 'choice',
        async act(page) {
          await page.locator('form [type=radio]:checked').first().focus();
          await page.keyboard.press('ArrowDown');
        },
      },
      click('tab', '[role=tab][aria-selected=false]'),
      chooseTheme,
    ],
  },
  {
    name: 'device code',
    path: 'device',
    signedIn: true,
    steps: [type('code', 'main input:not([type=hidden])', 'BCDFGHJK')],
  },
  {
    name: 'language switch',
    path: 'faq',
    signedIn: false,
    steps: [click('question', 'main summary'), click('language', 'header a[hreflang]')],
  },
];

/** Returns the longest interaction of an action on a page that observes them. */
export async function longestInteraction(page: Page, act: Step['act']): Promise<number> {
  await page.evaluate(() => {
    window.interactions = [];
  });
  await act(page);
  await page.waitForTimeout(settledMs);
  // a navigation begins a new page, which keeps no interactions of the one before
  const durations = await page.evaluate(() => window.interactions);
  return Math.max(shortestMs, ...durations);
}

async function take(context: BrowserContext, address: string, { steps }: Journey) {
  const page = await context.newPage();
  await page.addInitScript(observeInteractions, shortestMs);
  // the frame of a click that leaves the page is measured, so the page stays
  await page.addInitScript(() => {
    addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a');
      if (link && link.target !== '_blank') event.preventDefault();
    });
  });
  await throttleProcessor(await context.newCDPSession(page), slowProcessor);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.locator('footer select:enabled').waitFor();
  const measured = new Map<string, number>();
  for (const step of steps) measured.set(step.name, await longestInteraction(page, step.act));
  return measured;
}

/** Returns the longest interaction of each step, by name. */
export async function interactionsOf(
  browser: Browser,
  origin: string,
  language: string,
  journey: Journey,
  cookies: readonly Cookie[],
): Promise<Map<string, number>> {
  const context = await browser.newContext(phone);
  try {
    if (journey.signedIn) await context.addCookies([...cookies]);
    return await take(context, `${origin}/${language}/${journey.path}`, journey);
  } finally {
    await context.close();
  }
}
