import { describe, expect, test } from 'vitest';
import { completed } from '../options.ts';
import { colors } from './look.ts';
import { pictureOf } from './picture.ts';

const widthIn = (svg: string) => Number(/ width="(\d+)"/.exec(svg)?.[1]);

describe('the button as a picture', () => {
  test.each(['small', 'medium', 'large'] as const)(
    '%s has its specified height and an accessible name',
    (size) => {
      const svg = pictureOf(completed({ size }));
      expect(svg).toContain(`height="${{ small: 32, medium: 40, large: 48 }[size]}"`);
      expect(svg).toContain('aria-label="Увійти через Браму"');
    },
  );

  // CWE-79: a page may show the picture where its scripts would run
  test.each([`"><script>alert(1)</script>`, `' onload='x`, '</svg><a>', ']]>&amp;'])(
    'a caption is escaped: %s',
    (caption) => {
      const svg = pictureOf(completed({ caption }));
      expect(svg).not.toContain('<script');
      expect(svg).not.toContain(caption);
      expect(svg.match(/<svg/g)).toHaveLength(1);
      expect(svg.match(/<\/svg>/g)).toHaveLength(1);
    },
  );

  test('a long caption is shortened, but complete in the accessible name', () => {
    const caption = 'Дуже '.repeat(40).trim();
    const svg = pictureOf(completed({ caption }));
    expect(svg).toContain(`aria-label="${caption}"`);
    expect(svg).toMatch(/…<\/text>/);
    expect(widthIn(svg)).toBeLessThan(1000);
  });

  test('the logo is on the requested side', () => {
    const x = (svg: string) => Number(/translate\(([\d.]+)/.exec(svg)?.[1]);
    const left = pictureOf(completed({}));
    const right = pictureOf(completed({ logoAlignment: 'right' }));
    expect(x(left)).toBe(20);
    expect(x(right)).toBeGreaterThan(widthIn(right) / 2);
  });
});

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(Object.entries(colors))('the %s colours have sufficient contrast', (_name, look) => {
  test.each(['ground', 'hover', 'active'] as const)('text and logo on %s', (ground) => {
    expect(contrast(look.text, look[ground])).toBeGreaterThanOrEqual(7);
    expect(contrast(look.gate, look[ground])).toBeGreaterThanOrEqual(3);
  });

  test('border on white', () => {
    expect(contrast(look.border, '#ffffff')).toBeGreaterThanOrEqual(3);
  });
});
