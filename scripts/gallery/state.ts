// The type of a gallery state: how to bring a page into it. A state is reached from outside, in a browser; the product
// contains no code for it.

import type { Page } from '@playwright/test';

export type Language = 'uk' | 'en';

export type State = {
  /** Name of the row and of its files; unique. */
  name: string;
  /** Path below the language of a screen of the list, or one of the pages outside it. */
  screen: string;
  /** Its address has no language: the remembered one counts. */
  withoutLanguage?: true;
  /** Query of the address. */
  query?: string;
  /** Username of the signed-in user. */
  user?: string;
  noJavaScript?: true;
  reducedMotion?: true;
  /** The page's clock is ours, so that `pass` can let time go by. */
  ownClock?: true;
  /** Before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** After it; ends when the state stands on the page. */
  act?: (page: Page, language: Language) => Promise<unknown>;
};

/** A call that never gets an answer. */
export const hang = (url: string) => (page: Page) => page.route(url, () => undefined);

/** A navigation that leads nowhere: the page stays. */
export const stay = (url: string) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status: 204 }));

/** A call without a connection. */
export const cut = (url: string) => (page: Page) => page.route(url, (route) => route.abort());

export const answer =
  (url: string, status: number, json: unknown, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(url, (route) => route.fulfill({ status, json, headers }));

export const refuse = (url: string, status: number, code: string, retryAfter = '40') =>
  answer(
    url,
    status,
    { error: { code, requestId: '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21' } },
    {
      'retry-after': retryAfter,
    },
  );

export const both =
  (...prepare: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const one of prepare) await one(page);
  };

export const seen = (selector: string) => (page: Page) =>
  page.locator(selector).first().waitFor({ state: 'visible' });

/** Lets so many milliseconds go by on the page's own clock. */
export const pass = (ms: number, selector: string) => async (page: Page) => {
  await page
    .locator('#main [aria-busy], #main [role=status]')
    .first()
    .waitFor({ state: 'attached' });
  await page.clock.fastForward(ms);
  await seen(selector)(page);
};

/** Holds everything that moves where it is so many milliseconds after its start. */
export function holdAt(ms: number) {
  return (page: Page) =>
    page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        // the camera plays others to their end
        animation.playbackRate = 0;
        animation.currentTime = at;
      }
    }, ms);
}

export const inTurn =
  (...steps: ((page: Page, language: Language) => Promise<unknown>)[]) =>
  async (page: Page, language: Language) => {
    for (const step of steps) await step(page, language);
  };
