// The colours that follow from the colour of an organisation can be read in both themes, whatever it is.

import { contrastRatio } from '@brama/contract/style/contrast';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandStyles, readableOnLight } from './brand-colours.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

function tokens(styles: string, theme: 0 | 1): Record<string, string> {
  const found = styles.matchAll(/--([\w-]+):light-dark\((#[\da-f]{6}),(#[\da-f]{6})\)/g);
  return Object.fromEntries([...found].map(([, name, ...values]) => [name, values[theme]]));
}

const backgrounds = {
  0: ['#ffffff', '#fafaff', '#f1f1fb'],
  1: ['#0f1024', '#181a33', '#0b0c1c'],
} as const;

/** Returns the least contrast of text and buttons in the theme. */
function leastContrast(styles: string, theme: 0 | 1): number {
  const of = tokens(styles, theme);
  const [brand = '', tint = '', on = ''] = ['brand', 'brand-tint', 'on-brand'].map(
    (name) => of[name],
  );
  const text = [...backgrounds[theme], tint, on].map((other) => contrastRatio(brand, other));
  const buttons = ['brand-hover', 'brand-active'].map((name) => contrastRatio(of[name] ?? '', on));
  return Math.min(...text, ...buttons);
}

test('text and buttons of any colour keep the contrast of WCAG AA', () => {
  fc.assert(
    fc.property(colours, fc.constantFrom(0, 1), (colour, theme) => {
      const styles = brandStyles(readableOnLight(colour));
      expect(leastContrast(styles, theme)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a colour that can be read stays, and a light one becomes darker', () => {
  expect(readableOnLight('#3a3fd4')).toBe('#3a3fd4');
  expect(readableOnLight('#ffc53d')).not.toBe('#ffc53d');
});
