// Gallery states of the Diia screen.

/// <reference lib="dom" />

import { expect, type Page } from '@playwright/test';
import { answer, both, hang, inTurn, refuse, type State, seen } from './state.ts';

const screen = 'diia';
const link = '**/api/diia/app-link*';
const check = '**/api/diia/check-request*';
const code = seen('[data-code] [role=img]');

const finished = answer(check, 200, { status: 'Finished', sessionId: 'ticket' });
/** Hides the page for longer than the Diia screen waits before it pauses. */
async function leaveAlone(page: Page) {
  await code(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.fastForward(601_000);
}

/** Three failed checks take 12 seconds, so the clock of the page is moved forward. */
async function failThrice(page: Page) {
  const told = page.locator('#main [role=alert] p');
  for (let times = 0; times < 20 && (await told.count()) === 0; times += 1)
    await page.clock.runFor(3_100);
}

/** Moves the clock of the page forward until it offers a new code, after five seconds without a response. */
async function waitForWords(page: Page) {
  await expect
    .poll(async () => {
      await page.clock.runFor(500);
      return page.locator('[data-renew]').isVisible();
    })
    .toBe(true);
}

/** Simulates a browser that reports blocked cookies. */
async function refuseCookies(page: Page) {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  );
}

export const diiaStates: readonly State[] = [
  { name: 'diia-preparing', screen, prepare: hang(link) },
  { name: 'diia-code', screen, act: code },
  {
    name: 'diia-other-device',
    screen,
    act: inTurn(code, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('#main button').first().click();
    }),
  },
  { name: 'diia-reduced-motion', screen, reducedMotion: true, act: code },
  { name: 'diia-paused', screen, ownClock: true, act: inTurn(leaveAlone, seen('#main .blur-md')) },
  { name: 'diia-late', screen, ownClock: true, prepare: hang(link), act: waitForWords },
  {
    name: 'diia-no-code',
    screen,
    prepare: refuse(link, 503, 'unavailable', '40'),
    act: seen('[data-renew]'),
  },
  {
    name: 'diia-no-answer',
    screen,
    ownClock: true,
    prepare: refuse(check, 503, 'unavailable', '1'),
    act: inTurn(code, failThrice, seen('#main [role=alert] p')),
  },
  {
    name: 'diia-entering',
    screen,
    prepare: both(finished, hang('**/api/auth/internal')),
    act: seen('dialog[open]'),
  },
  {
    name: 'diia-not-linked',
    screen,
    prepare: refuse(check, 403, 'diia.not-linked'),
    act: seen('[data-contact]'),
  },
  {
    name: 'diia-off',
    screen,
    prepare: refuse(link, 404, 'request.not-found'),
    act: seen('[data-contact]'),
  },
  { name: 'diia-no-cookies', screen, prepare: refuseCookies, act: seen('[data-contact]') },
  { name: 'diia-no-javascript', screen, noJavaScript: true },
];
