// How the sign-in page lies: what stands beside what, nothing larger or darker than the button, nothing cut.

import type { Locator, Page } from '@playwright/test';
import {
  applicationId,
  expect,
  expectNoSideways,
  fillIn,
  forgive,
  openSignIn,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const widths = [320, 1280];

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}

const ways = (page: Page) =>
  page
    .locator('main a[href*="/diia"], main a[href^="/api/google/redirect"]')
    .filter({ visible: true });
const submitButton = (page: Page) => page.locator('main button[type=submit]');

/** Returns the strongest contrast to the page that a fill inside each element has (WCAG 2, 1 to 21). */
function strongestFills(locator: Locator) {
  return locator.evaluateAll((elements) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminance = (colour: string) => {
      if (!context) throw new Error('no canvas');
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      if (alpha === 0) return undefined;
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const page = luminance(getComputedStyle(document.body).backgroundColor) ?? 0;
    const contrastOf = (element: Element) => {
      const fill = luminance(getComputedStyle(element).backgroundColor) ?? page;
      return (Math.max(fill, page) + 0.05) / (Math.min(fill, page) + 0.05);
    };
    return elements.map((element) =>
      Math.max(
        ...[element, ...element.querySelectorAll('*')]
          .filter((inside) => inside.checkVisibility())
          .map(contrastOf),
      ),
    );
  });
}

async function expectModestWays(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const { height } = await boxOf(submitButton(page));
      for (const way of await ways(page).all())
        expect((await boxOf(way)).height).toBeLessThanOrEqual(height);
      // colours change in a moment, not at once
      await expect(async () => {
        const [button = 0] = await strongestFills(submitButton(page));
        expect(Math.max(...(await strongestFills(ways(page))))).toBeLessThanOrEqual(button);
      }).toPass();
    }
}

test('on a phone the page has the same height before and after its font loads', async ({
  page,
  complaints,
}) => {
  const language = 'uk';
  await page.setViewportSize({ width: 390, height: 844 });
  const fontFile = '**/*.woff2';
  const heights = async () => {
    await openSignIn(page, language);
    const loaded = await page.evaluate(async () => {
      const faces = await document.fonts.ready;
      // the fallback is a face of its own
      return [...faces].some(
        ({ family, status }) => status === 'loaded' && !family.includes('fallback'),
      );
    });
    const heading = (await boxOf(page.locator('h1'))).height;
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    return { loaded, heading, whole };
  };
  const withFont = await heights();
  expect(withFont.loaded).toBe(true);
  await page.route(fontFile, (route) => route.abort());
  expect(await heights()).toEqual({ ...withFont, loaded: false });
  forgive(complaints, 'ERR_FAILED');
});

test('«Can’t sign in?» is opposite the label, and Tab reaches it after the field', async ({
  page,
}) => {
  const language = 'en';
  const { form } = await wordsOf(page, language, 'login');
  await openSignIn(page, language);
  const label = page.locator('label[for=current-password]');
  const link = page.getByRole('link', { name: form.trouble });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const [name, forgot, field] = [
      await boxOf(label),
      await boxOf(link),
      await boxOf(page.locator('#current-password')),
    ];
    const middleOf = ({ y, height }: typeof name) => y + height / 2;
    expect(Math.abs(middleOf(forgot) - middleOf(name))).toBeLessThan(8);
    expect(forgot.y + forgot.height).toBeLessThanOrEqual(field.y);
    expect(forgot.x).toBeGreaterThan(name.x + 40);
    expect(forgot.x + forgot.width).toBeCloseTo(field.x + field.width, 0);
    expect(forgot.height).toBeGreaterThanOrEqual(24);
    await expectNoSideways(page);
  }
  await page.locator('#username').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('#current-password')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
});

test('with text twice as large label and link do not overlap', async ({ page }) => {
  const language = 'uk';
  const { form } = await wordsOf(page, language, 'login');
  await page.setViewportSize({ width: 320, height: 800 });
  await openSignIn(page, language);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const label = await boxOf(page.locator('label[for=current-password]'));
  const link = await boxOf(page.getByRole('link', { name: form.trouble }));
  expect(link.x).toBeGreaterThanOrEqual(label.x + label.width);
  await expectNoSideways(page);
});

test('the other sign-in methods are no taller and no darker than the button', async ({ page }) => {
  const language = 'en';
  await openSignIn(page, language);
  await expect(ways(page)).toHaveCount(2);
  await expectModestWays(page);
  await fillIn(page);
  await expectModestWays(page);
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const)
  test(`${width} × ${height}: the whole page is visible without scrolling`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const language of ['uk', 'en'] as const)
      for (const query of ['', `?appId=${applicationId('campus')}`]) {
        await page.goto(`/${language}/${query}`);
        await takenOver(page);
        await expect(page.locator('.unless-shared button')).toBeVisible();
        const needed = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(needed, `${language} ${query}`).toBeLessThanOrEqual(height);
        for (const path of ['privacy-policy', 'terms-of-use'])
          await expect(page.locator(`footer a[href*="${path}"]`)).toBeInViewport({ ratio: 1 });
      }
  });

test('the mark of the last used method covers no text and cuts none off', async ({ page }) => {
  const language = 'uk';
  await openSignIn(page, language);
  for (const method of ['diia', 'google']) {
    await page.evaluate((id) => localStorage.setItem('brama.last-method', id), method);
    await page.reload();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const mark = await boxOf(page.locator('[data-last-time]'));
      for (const text of await ways(page).locator('span:visible').all()) {
        const { words, cut, top, bottom } = await text.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const own = [...element.childNodes].some(({ nodeType }) => nodeType === 3);
          const rect = range.getBoundingClientRect();
          return {
            words: own && !element.matches('[data-last-time]'),
            cut: element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1,
            // the letters stand inside of their line
            top: rect.top + 3,
            bottom: rect.bottom - 3,
          };
        });
        expect(cut).toBe(false);
        if (words) expect(mark.y + mark.height <= top || mark.y >= bottom).toBe(true);
      }
    }
  }
});
