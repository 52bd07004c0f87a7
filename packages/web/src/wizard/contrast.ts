// How well the chosen button can be read and hit, in numbers. Pure.
import { colors, sizes } from '@brama/signin-button/look';
import type { Configuration } from './configuration.ts';

/** What WCAG 2.2 AA asks: 1.4.3 of text, 2.5.8 of targets (CSS pixels). */
export const least = { contrast: 4.5, targetPx: 24 } as const;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance; of `#rgb` or `#rrggbb`. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(digits.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** To one digit, never better than it is. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.floor((Math.max(a, b) / Math.min(a, b)) * 10) / 10;
}

export function measure({ color, size }: Pick<Configuration, 'color' | 'size'>) {
  const { text, ground } = colors[color];
  return { contrast: contrastOf(text, ground), targetPx: sizes[size].height };
}
