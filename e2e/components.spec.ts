// The component page, and what only a browser can say of the components: figures, keyboard, focus, looks.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways } from './brama.ts';
import { test, toastOf } from './component-page.ts';
import { toastTests } from './component-toasts.ts';

// one worker, one development server
test.describe.configure({ mode: 'default' });
test.use({ trace: { mode: 'retain-on-failure', screenshots: false } });

toastTests();

test('a toast that comes while a dialog is open can be reached in it, and outlives it', async ({
  page,
  components,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await components();
  await page.getByRole('button', { name: 'Open short' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const toast = toastOf(page, 'Saved in the dialog');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Saved in the dialog');
  await toast.hover();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await toast.hover();
  await toast.getByRole('button').click();
  await expect(toast).toHaveCount(0);
});

test('a dialog keeps the focus inside and gives it back', async ({ page, components }) => {
  await components();
  const opener = page.getByRole('button', { name: 'Open short' });
  const dialog = page.getByRole('dialog', { name: 'Мої дані' });
  const close = dialog.getByRole('button', { name: 'Закрити' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(close).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press(step < 6 ? 'Tab' : 'Shift+Tab');
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest('dialog') === null;
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await close.click();
  await expect(opener).toBeFocused();
});

test.describe('menu', () => {
  const item = (page: Page, name: string) => page.getByRole('menuitemradio', { name });

  test('by keyboard: arrows, ends, letters, Esc, Tab, Enter', async ({ page, components }) => {
    await components();
    const opener = page.getByRole('button', { name: 'Оформлення: Світле' }).first();
    const menu = page.getByRole('menu', { name: 'Оформлення' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(item(page, 'Світле')).toBeFocused();
    await expect(item(page, 'Світле')).toBeChecked();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    for (const [key, name] of [
      ['ArrowDown', 'Темне'],
      ['ArrowDown', 'Як у системі'],
      ['ArrowUp', 'Темне'],
      ['Home', 'Як у системі'],
      ['End', 'Темне'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(item(page, name)).toBeFocused();
    }
    for (const letter of ['с', 'Я'])
      await page.evaluate(
        (key) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true }),
          ),
        letter,
      );
    await expect(item(page, 'Як у системі')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(opener).toBeFocused();

    await page.keyboard.press('ArrowUp');
    await expect(item(page, 'Темне')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(menu).toHaveCount(0);
    const changed = page.getByRole('button', { name: 'Оформлення: Темне' });
    await expect(changed).toBeFocused();

    await page.keyboard.press('ArrowDown');
    await expect(item(page, 'Як у системі')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu).toHaveCount(0);
    await expect(changed).not.toBeFocused();
  });

  test('a press elsewhere closes it', async ({ page, components }) => {
    await components();
    await page.getByRole('button', { name: 'Оформлення' }).first().click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.getByRole('heading', { name: 'Dialog' }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  test('320 px: open at the edge and at the foot it stays in the window', async ({
    page,
    components,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await components();
    for (const index of [0, 1, 2]) {
      await page.getByRole('button', { name: 'Оформлення' }).nth(index).click();
      const box = await page.getByRole('menu').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(8);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(312);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
      await expectNoSideways(page);
      await page.keyboard.press('Escape');
    }
  });
});

test.describe('progress', () => {
  const percent = (page: Page, name: string) =>
    page.getByRole('progressbar', { name }).evaluate((bar) => {
      const fill = bar.querySelector('[data-fill]');
      return fill ? new DOMMatrix(getComputedStyle(fill).transform).a : undefined;
    });

  test('goes to 100 unless told otherwise, and says its value', async ({ page, components }) => {
    await components();
    expect(await percent(page, 'Bar 0')).toBe(0);
    expect(await percent(page, 'Bar 40')).toBeCloseTo(0.4);
    expect(await percent(page, 'Bar 100')).toBe(1);
    const bar = page.getByRole('progressbar', { name: 'Bar 40' });
    await expect(bar).toHaveAttribute('aria-valuemax', '100');
    await expect(bar).toHaveAttribute('aria-valuenow', '40');
    await expect(bar).toHaveAttribute('aria-valuetext', '40 %');
  });

  test('is repainted every 100 ms, alone', async ({ page, components }) => {
    await page.clock.install();
    await components();
    await page.clock.pauseAt(Date.now() + 10_000);
    const running = page.getByRole('progressbar', { name: 'Running bar' });
    await running.evaluate((bar) => {
      const counted = { fill: 0, elsewhere: 0 };
      Object.assign(globalThis, { counted });
      new MutationObserver((changes) => {
        for (const { target } of changes)
          counted[target === bar.querySelector('[data-fill]') ? 'fill' : 'elsewhere'] += 1;
      }).observe(bar.closest('section') ?? bar, {
        subtree: true,
        attributes: true,
        childList: true,
      });
    });
    const repaints = async () => {
      const counted = await page.evaluate('globalThis.counted');
      return counted as { fill: number; elsewhere: number };
    };
    await page.clock.runFor(99);
    const before = await repaints();
    expect(before.fill).toBeLessThanOrEqual(1);
    await page.clock.runFor(1000);
    const after = await repaints();
    expect(after.fill - before.fill).toBe(10);
    // the words, at most once in five seconds; the other bars do not move
    expect(after.elsewhere).toBeLessThanOrEqual(4);
  });

  test('with less motion: words, and the bar moves only with them', async ({
    page,
    components,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await components();
    await page.clock.pauseAt(Date.now() + 10_000);
    const words = page.getByText(/^Ще \d+ с$/);
    await expect(words).toBeVisible();
    const seen = new Set<string>();
    for (let step = 0; step < 50; step += 1) {
      await page.clock.runFor(200);
      seen.add(`${await words.textContent()} ${await percent(page, 'Running bar')}`);
    }
    // ten seconds of a text that changes every five
    expect(seen.size).toBeGreaterThanOrEqual(2);
    expect(seen.size).toBeLessThanOrEqual(4);
  });
});

test.describe('QR', () => {
  /** Modules of version 2, the least that holds the specimen's 22 bytes at level L (ISO/IEC 18004, table 7). */
  const modules = 25;

  test('as SVG: 128 px, the least version, no margin, or four modules', async ({
    page,
    components,
  }) => {
    await components();
    for (const [label, margin] of [
      ['svg plain', 0],
      ['svg margin', 4],
    ] as const) {
      const code = page.getByRole('img', { name: label });
      const side = modules + 2 * margin;
      await expect(code).toHaveAttribute('viewBox', `0 0 ${side} ${side}`);
      await expect(code).toHaveCSS('width', '128px');
      await expect(code).toHaveCSS('height', '128px');
      const path = await code.locator('path').last().getAttribute('d');
      expect(path).toMatch(new RegExp(`^M${margin},?\\s?${margin}\\s?h7`));
    }
  });

  test('as canvas: the same, dark on white in the dark theme too', async ({ page, components }) => {
    await components('lang=uk&theme=dark');
    for (const [label, margin] of [
      ['canvas plain', 0],
      ['canvas margin', 4],
    ] as const) {
      const code = page.getByRole('img', { name: label });
      await expect(code).toHaveCSS('width', '128px');
      await expect(code).toHaveCSS('height', '128px');
      const colours = await code.evaluate(
        (element, { count, edge }) => {
          const canvas = element as HTMLCanvasElement;
          const { width } = canvas;
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, width).data;
          const place = (module: number) =>
            Math.floor(((edge + module + 0.5) * width) / (count + 2 * edge));
          const at = (column: number, row: number) => {
            const first = 4 * (place(row) * width + place(column));
            return [...(pixels?.slice(first, first + 3) ?? [])];
          };
          // corners of the three finders, the ring inside one, and what is left of it
          return {
            finders: [at(0, 0), at(count - 1, 0), at(0, count - 1)],
            ring: at(1, 1),
            margin: edge > 0 ? at(-1, 0) : undefined,
          };
        },
        { count: modules, edge: margin },
      );
      const [dark, white] = [
        [21, 22, 58],
        [255, 255, 255],
      ];
      expect(colours.finders).toEqual([dark, dark, dark]);
      expect(colours.ring).toEqual(white);
      expect(colours.margin).toEqual(margin > 0 ? white : undefined);
    }
  });

  test('shrinks with its column and stays square; is not printed', async ({ page, components }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await components();
    for (const label of ['svg large', 'canvas large']) {
      const code = page.getByRole('img', { name: label });
      const box = await code.boundingBox();
      expect(box?.width).toBe(256);
      expect(box?.height).toBe(256);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('img', { name: 'svg large' })).toBeHidden();
  });
});

test('a field with an error is invalid and described by it and by its hint', async ({
  page,
  components,
}) => {
  await components();
  const field = page.locator('#field-error');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/^Помилка: Ідентифікатор.*дефіс\.$/);
  await expect(page.locator('#field-hint')).toHaveAccessibleDescription(/дефіс\.$/);
  await expect(page.locator('#field-empty')).not.toHaveAttribute('aria-describedby');
});

test('a pending button is disabled and shows a spinner instead of its icon', async ({
  page,
  components,
}) => {
  await components();
  const figure = page.getByRole('figure', { name: 'secondary, pending' });
  const button = figure.getByRole('button', { name: 'Вийти' });
  await expect(button).toBeDisabled();
  await expect(button.locator('svg')).toHaveCount(1);
  await expect(button.locator('svg')).toHaveClass(/spin/);
});

for (const theme of ['light', 'dark'])
  for (const width of [390, 1280])
    test(`${theme}, ${width} px: the page is accessible and fits`, async ({ page, components }) => {
      await page.setViewportSize({ width, height: 900 });
      await components(`lang=en&theme=${theme}`);
      await expect(page.getByRole('img', { name: 'canvas large' })).toBeVisible();
      await expectAccessible(page);
      await expectNoSideways(page);
    });

test('the built product has no component page', async ({ page }) => {
  for (const path of ['/components', '/components.html', '/src/components/main.tsx']) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 302]);
  }
});
