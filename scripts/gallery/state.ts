// The type of a gallery state: how to bring a page into it. A state is reached from outside, in a browser; the product
// contains no code for it.

import type { Page } from '@playwright/test';

export type Language = 'uk' | 'en';

export type State = {
  /** The unique name of the row and of its files. */
  name: string;
  /** The path of the page below the language. */
  screen: string;
  /** The address has no language, so the server uses the remembered one. */
  withoutLanguage?: true;
  /** Query of the address. */
  query?: string;
  /** Username of the signed-in user. */
  user?: string;
  noJavaScript?: true;
  reducedMotion?: true;
  /** The test controls the clock of the page, so that `pass` can move it forward. */
  ownClock?: true;
  /** Called before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Called after the page is opened. Resolves when the page shows the state. */
  act?: (page: Page, language: Language) => Promise<unknown>;
};

/** Makes a call wait for ever. */
export const hang = (url: string) => (page: Page) => page.route(url, () => undefined);

/** Makes a navigation do nothing: the page stays. */
export const stay = (url: string) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status: 204 }));

/** Makes a call fail as without a connection. */
export const cut = (url: string) => (page: Page) => page.route(url, (route) => route.abort());

export const answer =
  (url: string, status: number, json: unknown, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(url, (route) => route.fulfill({ status, json, headers }));

/** Changes the document of a page before the browser receives it. */
export const rewrite = (url: string, change: (html: string) => string) => (page: Page) =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });

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

/** Opens a `<details>`. A click during hydration can be without effect, so it is repeated. */
export const unfold = (selector: string) => async (page: Page) => {
  const details = page.locator(selector);
  const isOpen = () => details.evaluate((one) => one.hasAttribute('open'));
  for (let tries = 0; tries < 5 && !(await isOpen()); tries += 1) {
    await details.locator('summary').click();
    await page.waitForTimeout(200);
  }
};

/** Moves the clock of the page forward by this number of milliseconds. */
export const pass = (ms: number, selector: string) => async (page: Page) => {
  await page
    .locator('#main [aria-busy], #main [role=status]')
    .first()
    .waitFor({ state: 'attached' });
  await page.clock.fastForward(ms);
  await seen(selector)(page);
};

/** Pauses all animations at this number of milliseconds after their start. */
export function holdAt(ms: number) {
  return (page: Page) =>
    page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        // paused, because screenshots otherwise show the end of animations
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
