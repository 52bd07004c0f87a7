// Brings a page into a gallery state and takes a screenshot in each requested theme and width.

import { join } from 'node:path';
import { demoPassword } from '@brama/simulators/people';
import {
  type Browser,
  type BrowserContext,
  type Cookie,
  type Page,
  request,
} from '@playwright/test';
import { heights, type Theme, type Wanted } from './options.ts';
import type { Language, State } from './state.ts';

export type Shot = {
  state: string;
  language: Language;
  theme: Theme;
  width: number;
  file: string;
  /** How many pixels the content is wider than the window. */
  sticksOut: number;
};

const timeoutMs = 10_000;

/** Signs in once for each user and returns the cookies. */
export function createSignIns(origin: string) {
  const known = new Map<string, Promise<Cookie[]>>();
  async function signIn(username: string): Promise<Cookie[]> {
    const caller = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
    const proved = await caller.post('/api/auth', { data: { username, password: demoPassword } });
    await caller.post('/api/auth/internal', { data: await proved.json() });
    const { cookies } = await caller.storageState();
    await caller.dispose();
    return cookies;
  }
  return function cookiesOf(username: string) {
    const cookies = known.get(username) ?? signIn(username);
    known.set(username, cookies);
    return cookies;
  };
}

async function openPage(
  browser: Browser,
  state: State,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  wanted: Pick<Wanted, 'widths'>,
): Promise<Page> {
  const width = wanted.widths[0] ?? 0;
  const context = await browser.newContext({
    viewport: { width, height: heights[width] ?? 0 },
    javaScriptEnabled: !state.noJavaScript,
    reducedMotion: state.reducedMotion ? 'reduce' : 'no-preference',
  });
  context.setDefaultTimeout(timeoutMs);
  await context.addCookies(cookies);
  const page = await context.newPage();
  if (state.ownClock) await page.clock.install();
  await state.prepare?.(page);
  return page;
}

function addressOf(origin: string, state: State, language: Language): string {
  const path = state.withoutLanguage ? '' : `${language}/`;
  return `${origin}/${path}${state.screen}${state.query ?? ''}`;
}

async function picture(page: Page, file: string): Promise<number> {
  // an open dialog covers the window, so the screenshot shows only the window
  const inWindow = (await page.locator('dialog[open]').count()) > 0;
  await page.screenshot({ path: file, fullPage: !inWindow, animations: 'disabled' });
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** @throws an Error if the page does not reach the state in time. */
export async function pictureState(
  browser: Browser,
  origin: string,
  state: State,
  language: Language,
  wanted: Wanted,
  cookies: readonly Cookie[],
): Promise<Shot[]> {
  const remembered = { name: 'i18next', value: language, url: origin };
  const page = await openPage(browser, state, [...cookies, remembered], wanted);
  try {
    await page.goto(addressOf(origin, state, language), { waitUntil: 'load' });
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await state.act?.(page, language);
    // waits until requested data is drawn
    if (!state.prepare && !state.noJavaScript) await page.waitForLoadState('networkidle');
    // in another width a different element may be below the pointer
    await page.mouse.move(0, 0);
    const shots: Shot[] = [];
    for (const width of wanted.widths)
      for (const theme of wanted.themes) {
        await page.setViewportSize({ width, height: heights[width] ?? 0 });
        await page.emulateMedia({ colorScheme: theme });
        const file = `${state.name}.${language}.${theme}.${width}.png`;
        const sticksOut = await picture(page, join(wanted.folder, file));
        shots.push({ state: state.name, language, theme, width, file, sticksOut });
      }
    return shots;
  } finally {
    await page.context().close();
  }
}
