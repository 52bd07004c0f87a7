// The QR code as it is drawn: its figures, pixel by pixel.

/// <reference lib="dom" />

import { expect } from '../support/brama.ts';
import { test } from '../support/component-page.ts';

/** Modules of version 2, the least that holds the specimen's 22 bytes at level L (ISO/IEC 18004, table 7). */
const modules = 25;
const dark = [21, 22, 58];
const white = [255, 255, 255];

test('SVG: 128 px, the smallest version, a margin of zero or four modules', async ({
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
    await expect(code.locator('path').last()).toHaveAttribute(
      'd',
      new RegExp(`^M${margin},?\\s?${margin}\\s?h7`),
    );
  }
});

test('canvas: the same code, dark on white in the dark theme too', async ({ page, components }) => {
  await components('lang=uk&theme=dark');
  for (const [label, margin] of [
    ['canvas plain', 0],
    ['canvas margin', 4],
  ] as const) {
    const code = page.getByRole('img', { name: label });
    await expect(code).toHaveCSS('width', '128px');
    await expect(code).toHaveCSS('height', '128px');
    // read until it has been painted
    await expect
      .poll(() =>
        code.evaluate(
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
              margin: edge > 0 ? at(-1, 0) : null,
            };
          },
          { count: modules, edge: margin },
        ),
      )
      .toEqual({
        finders: [dark, dark, dark],
        ring: white,
        margin: margin > 0 ? white : null,
      });
  }
});

test('shrinks with its column, stays square, and is not printed', async ({ page, components }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await components();
  for (const label of ['svg large', 'canvas large']) {
    const code = page.getByRole('img', { name: label });
    await expect.poll(() => code.boundingBox()).toMatchObject({ width: 256, height: 256 });
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: 'svg large' })).toBeHidden();
});
