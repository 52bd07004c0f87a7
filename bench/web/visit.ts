// One visit: opens a page on a slow phone and a slow network and says what it took.

import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test';
import { median } from '../figures.ts';
import { phone, slowProcessor, throttleNetwork, throttleProcessor } from './conditions.ts';
import { observe, type Wanted } from './observer.ts';
import type { MeasuredPage } from './pages.ts';
import { type Asked, gzipBytes, watchTraffic } from './traffic.ts';
import { blockingMs, layoutShift } from './vitals.ts';

/** Milliseconds since the navigation; kilobytes of 1 024 bytes. */
export type PageFigures = {
  fcpMs: number;
  lcpMs: number;
  usableMs: number;
  blockingMs: number;
  layoutShift: number;
  requests: number;
  /** Over the wire, headers included, as compressed as Chromium accepts. */
  wireKb: number;
  scriptsKb: number;
  stylesKb: number;
  pageKb: number;
};

/** Of every figure its median. */
export function middleOf(rounds: readonly PageFigures[]): PageFigures {
  const names = Object.keys(rounds[0] ?? {}) as (keyof PageFigures)[];
  const medians = names.map((name) => [name, median(rounds.map((round) => round[name]))]);
  return Object.fromEntries(medians);
}

/** Quiet for so long after the last request: nothing more comes. */
const quietMs = 1_000;

export async function settle(page: Page) {
  await page.waitForLoadState('load');
  await page.waitForFunction(() => window.observed.usableMs !== undefined);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(quietMs);
}

async function gzipKb(asked: readonly Asked[], type: string, cookie: string): Promise<number> {
  const urls = new Set(asked.filter((one) => one.type === type).map(({ url }) => url));
  const sizes = await Promise.all([...urls].map((url) => gzipBytes(url, cookie)));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

async function figuresOf(page: Page, all: readonly Asked[], cookie: string): Promise<PageFigures> {
  const observed = await page.evaluate(() => window.observed);
  const { usableMs = Number.NaN, usableAt = 0, fcpMs, lcpMs } = observed;
  const before = all.filter(({ askedAt }) => askedAt <= usableAt);
  return {
    fcpMs,
    lcpMs,
    usableMs,
    blockingMs: blockingMs(observed),
    layoutShift: layoutShift(observed.shifts),
    requests: before.length,
    wireKb: before.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    scriptsKb: await gzipKb(before, 'Script', cookie),
    stylesKb: await gzipKb(before, 'Stylesheet', cookie),
    pageKb: await gzipKb(before, 'Document', cookie),
  };
}

/** Opens an address in a tab of its own, on a slow phone and a slow network. `cookie`: what the page is asked with. */
export async function measureIn(
  context: BrowserContext,
  address: string,
  wanted: Wanted,
  cookie = '',
): Promise<PageFigures> {
  const page = await context.newPage();
  try {
    await page.addInitScript(observe, wanted);
    const session = await context.newCDPSession(page);
    await throttleNetwork(session);
    await throttleProcessor(session, slowProcessor);
    const { asked } = watchTraffic(session);
    await page.goto(address);
    await settle(page);
    return await figuresOf(page, asked, cookie);
  } finally {
    await page.close();
  }
}

export async function visit(
  browser: Browser,
  origin: string,
  language: string,
  { path, wanted, signedIn }: MeasuredPage,
  cookies: readonly Cookie[],
): Promise<PageFigures> {
  const context = await browser.newContext(phone);
  try {
    const own = signedIn ? cookies : [];
    await context.addCookies([...own]);
    const cookie = own.map(({ name, value }) => `${name}=${value}`).join('; ');
    const selector = { selector: wanted, ready: 'react' } as const;
    return await measureIn(context, `${origin}/${language}/${path}`, selector, cookie);
  } finally {
    await context.close();
  }
}
