// Computes the contrast and target size of the chosen button. Pure.
import { colors, sizes } from '@brama/signin-button/button/look';
import { contrastRatio } from '../../style/contrast.ts';
import type { Configuration } from '../configuration.ts';

/** Minimum values of WCAG 2.2 AA: 1.4.3 for text, 2.5.8 for targets (CSS pixels). */
export const least = { contrast: 4.5, targetPx: 24 } as const;

/** Returns the contrast ratio rounded down to one decimal. */
export function contrastOf(one: string, other: string): number {
  return Math.floor(contrastRatio(one, other) * 10) / 10;
}

export function measure({ color, size }: Pick<Configuration, 'color' | 'size'>) {
  const { text, ground } = colors[color];
  return { contrast: contrastOf(text, ground), targetPx: sizes[size].height };
}
