// The screen of Diia on a clock of ours: no time goes by unless a test says so. What is asserted are the
// times the page itself noted, so that a busy machine changes nothing.

/// <reference lib="dom" />

import type { Page, Route } from '@playwright/test';
import { bramaUrl, expect } from './brama.ts';
import { appLink, checkRequest, code, waiting } from './diia-page.ts';

/** A call as the page saw it; in milliseconds of its own clock. */
export type SeenCall = { path: string; requestId: string | null; began: number; ended?: number };

type Watched = Window & { calls?: SeenCall[] };

/** Notes every call of the page, in the page. */
function watchCalls() {
  const calls: SeenCall[] = [];
  (window as Watched).calls = calls;
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const call: SeenCall = {
      path: pathname,
      requestId: searchParams.get('requestId'),
      began: performance.now(),
    };
    calls.push(call);
    try {
      return await send(input, init);
    } finally {
      call.ended = performance.now();
    }
  };
}

export async function callsOf(page: Page, name: 'app-link' | 'check-request') {
  const calls = await page.evaluate(() => (window as Watched).calls ?? []);
  return calls.filter(({ path }) => path === `/api/diia/${name}`);
}

/** Waits until every call has its answer, and the page has done what follows from it. */
function settle(page: Page) {
  return page.evaluate(async () => {
    const turn = () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    const { calls = [] } = window as Watched;
    do for (let turns = 0; turns < 5; turns += 1) await turn();
    while (calls.some(({ ended }) => ended === undefined));
    for (let turns = 0; turns < 5; turns += 1) await turn();
  });
}

/** Lets time go by in steps, each answer arriving in its own. */
export async function pass(page: Page, ms: number, stepMs = 1_000) {
  for (let left = ms; left > 0; left -= stepMs) {
    await page.clock.runFor(Math.min(stepMs, left));
    await settle(page);
  }
}

/** Lets time go by until it is so. */
export async function passUntil(page: Page, isSo: () => Promise<boolean>, stepMs = 100) {
  const go = async () => {
    if (await isSo()) return true;
    await pass(page, stepMs, stepMs);
    return false;
  };
  await expect.poll(go, { intervals: [0], timeout: 60_000 }).toBe(true);
}

/** Stops the clock of pages that are opened from now on. */
export async function stopClock(page: Page) {
  await page.addInitScript(watchCalls);
  // it goes on until it is stopped, so it starts well before
  await page.clock.install({ time: new Date('2026-11-21T14:00:00') });
  await page.clock.pauseAt(new Date('2026-11-21T14:05:00'));
}

/** Responds with invented links, without the simulator. */
async function inventLinks(page: Page) {
  let number = 0;
  await page.route(appLink, (route: Route) => {
    number += 1;
    return route.fulfill({
      json: {
        deepLink: `https://diia.app/acquirers/branch/${number}`,
        pageLink: `${bramaUrl()}/uk/diia`,
        requestId: `request-${number}`,
        createdAt: '2026-11-21T10:00:00.000Z',
      },
    });
  });
}

/** Opens the screen with invented links, without a confirmation, on a controlled clock. */
export async function openStill(page: Page, query = '') {
  await stopClock(page);
  await inventLinks(page);
  await page.route(checkRequest, waiting);
  await page.goto(`/uk/diia${query}`);
  await passUntil(page, () => code(page).isVisible());
}
