// How well the chosen button can be read and hit, in numbers. Pure.
import { colors, sizes } from '@brama/signin-button/look';
import { contrastRatio } from '../../style/contrast.ts';
import type { Configuration } from '../configuration.ts';

/** What WCAG 2.2 AA asks: 1.4.3 of text, 2.5.8 of targets (CSS pixels). */
export const least = { contrast: 4.5, targetPx: 24 } as const;

/** To one digit, never better than it is. */
export function contrastOf(one: string, other: string): number {
  return Math.floor(contrastRatio(one, other) * 10) / 10;
}

export function measure({ color, size }: Pick<Configuration, 'color' | 'size'>) {
  const { text, ground } = colors[color];
  return { contrast: contrastOf(text, ground), targetPx: sizes[size].height };
}
