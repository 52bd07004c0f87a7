// The page after signing in: what it says in each state, and its confetti.

import {
  expect,
  expectNoSideways,
  forgive,
  signedInTest,
  startSession,
  test,
  wordsOf,
} from '../support/brama.ts';

type Flight = { duration: unknown; endPx: number; topPx: number };

declare global {
  interface Window {
    flights: Flight[];
    pieces: Animation[];
  }
}

/** Writes down every animation of a piece of confetti as it starts, and holds it in the air. No dice: every run throws the same. */
function watchConfetti() {
  let thrown = 0;
  Math.random = () => {
    thrown += 1;
    return (thrown * 0.618_033_988_75) % 1;
  };
  window.flights = [];
  window.pieces = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    if (this.closest('[data-confetti]') && Array.isArray(frames)) {
      const points = frames.map(({ transform }) =>
        String(transform).match(/-?[\d.]+(?:e-?\d+)?px/g),
      );
      window.flights.push({
        duration: typeof options === 'object' ? options?.duration : options,
        endPx: Number.parseFloat(points.at(-1)?.[0] ?? ''),
        topPx: Math.min(...points.map((point) => Number.parseFloat(point?.[1] ?? ''))),
      });
      animation.pause();
      window.pieces.push(animation);
    }
    return animation;
  };
}

test('signed in: success, a link and 250 confetti pieces (3 s) appear only after the response', {
  tag: '@journey',
}, async ({ page }) => {
  const language = 'uk';
  const words = await wordsOf(page, language, 'auth-success');
  await startSession(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/user', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript(watchConfetti);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/${language}/auth-success?appId=7`);
  await expect(page.locator('h1')).toHaveText(words['page-title']);
  await expect(page.getByText(words.asking)).toBeVisible();
  await expect(page.locator('main svg.spin')).toBeVisible();
  held.resolve();

  const container = page.locator('[data-confetti]');
  await expect(container.locator('> *')).toHaveCount(250);
  await expectNoSideways(page);
  await expect(container).toHaveCSS('position', 'fixed');
  await expect(container).toHaveCSS('overflow', 'hidden');
  await expect(container).toHaveCSS('pointer-events', 'none');
  await expect(container).toHaveAttribute('aria-hidden', 'true');

  const flights = await page.evaluate(() => window.flights);
  expect(flights).toHaveLength(250);
  expect(new Set(flights.map(({ duration }) => duration))).toEqual(new Set([3000]));
  // 2000 px wide, thrown with full force: nearly to both sides' ends and nearly to the upper edge
  const ends = flights.map(({ endPx }) => endPx);
  expect(Math.max(...ends)).toBeLessThanOrEqual(1000);
  expect(Math.max(...ends)).toBeGreaterThan(850);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(-1000);
  expect(Math.min(...ends)).toBeLessThan(-850);
  const top = Math.min(...flights.map(({ topPx }) => topPx));
  expect(top).toBeGreaterThanOrEqual(-800 * 0.4);
  expect(top).toBeLessThan(-800 * 0.4 * 0.85);

  await page.evaluate(() => {
    for (const piece of window.pieces) piece.finish();
  });
  await expect(page.locator('h1')).toHaveText(words['signed-in'].title);
  await expect(container.locator('> *')).toHaveCount(0);
  await page.getByRole('link', { name: words['signed-in'].action }).click();
  await page.waitForURL(`**/${language}/apps`);
});

test('without a session the page says so and links to the sign-in page', async ({
  page,
  complaints,
}) => {
  const language = 'en';
  const words = await wordsOf(page, language, 'auth-success');
  await page.addInitScript(watchConfetti);
  await page.goto(`/${language}/auth-success?appId=7`);
  await expect(page.locator('h1')).toHaveText(words['signed-out'].title);
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
  await page.getByRole('link', { name: words['signed-out'].action }).click();
  await expect(page).toHaveURL(`/${language}/?appId=7`);
  // the browser itself notes the answer
  forgive(complaints, 401);
});

test('without a response the page claims nothing and offers a retry', async ({
  page,
  complaints,
}) => {
  const language = 'uk';
  const words = await wordsOf(page, language, 'auth-success');
  const { actions } = await wordsOf(page, language, 'common');
  await startSession(page);
  await page.route('**/user', (route) => route.abort());
  await page.goto(`/${language}/auth-success`);
  await expect(page.getByText(words.failed.title)).toBeVisible();
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
  await page.unroute('**/user');
  await page.getByRole('button', { name: actions.retry }).click();
  await expect(page.locator('h1')).toHaveText(words['signed-in'].title);
  forgive(complaints, 'ERR_FAILED');
});

signedInTest('no confetti where it is not wanted or not seen', async ({ context }) => {
  const reasons = {
    'less motion is wanted': () => undefined,
    'data are spared': () =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    'the tab is hidden': () => Object.defineProperty(document, 'hidden', { value: true }),
  };
  for (const [reason, prepare] of Object.entries(reasons)) {
    const page = await context.newPage();
    if (reason.includes('motion')) await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(watchConfetti);
    await page.addInitScript(prepare);
    const words = await wordsOf(page, 'en', 'auth-success');
    await page.goto('/en/auth-success');
    await expect(page.locator('h1')).toHaveText(words['signed-in'].title);
    await expect(page.locator('[data-confetti]')).toBeAttached();
    // all that the page would still load has come
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => window.flights), reason).toEqual([]);
    await expect(page.locator('[data-confetti] > *')).toHaveCount(0);
    await page.close();
  }
});
