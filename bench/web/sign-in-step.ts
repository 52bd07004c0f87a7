// Measures the browser's time from the last response of a sign-in to the applications. The network is the machine's own
// and unthrottled, so it hardly counts.

import type { Browser } from '@playwright/test';
import { phone, throttleProcessor } from './conditions.ts';
import { observe } from './observer.ts';
import { apps, login } from './pages.ts';
import { watchTraffic } from './traffic.ts';
import { settle } from './visit.ts';

/** A user needs a moment for each key; meanwhile the page may fetch what comes next. */
const keyMs = 30;

type Who = { username: string; password: string };

/** Milliseconds from the end of the answer of the second call. */
export type StepFigures = {
  /** The first card is painted. It is a link, so it can be clicked. */
  cardMs: number;
  /** React has taken the page over. */
  hydratedMs: number;
};

export async function signInStep(
  browser: Browser,
  origin: string,
  language: string,
  slower: number,
  { username, password }: Who,
): Promise<StepFigures> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const selector = `${login.wanted}, ${apps.wanted}`;
    await page.addInitScript(observe, { selector, ready: 'react' } as const);
    const { asked } = watchTraffic(session);
    await throttleProcessor(session, slower);
    await page.goto(`${origin}/${language}/`);
    await settle(page);
    await page.locator('#username').pressSequentially(username, { delay: keyMs });
    await page.locator('#current-password').pressSequentially(password, { delay: keyMs });
    await page.waitForLoadState('networkidle');
    await page.locator('#current-password').press('Enter');
    await page.waitForURL(`**/${language}/apps`);
    await settle(page);
    const { shownAt, usableAt } = await page.evaluate(() => window.observed);
    const answered = asked.find(({ url }) => url.endsWith('/api/auth/internal'))?.answeredAt;
    const since = (at = Number.NaN) => at - (answered ?? Number.NaN);
    return { cardMs: since(shownAt), hydratedMs: since(usableAt) };
  } finally {
    await context.close();
  }
}
