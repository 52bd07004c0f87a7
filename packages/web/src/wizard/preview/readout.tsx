// Contrast and size of the chosen button, next to the values that WCAG requires.

import { contrastRatio } from '@brama/contract/style/contrast';
import { colors, sizes } from '@brama/signin-button/button/look';
import { CircleCheck } from '@brama/ui/icons/circle-check.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
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

export function Readout({ configuration }: { configuration: Configuration }) {
  const { t } = useTranslation('button-wizard');
  const language = useLanguage();
  const { contrast, targetPx } = measure(configuration);
  const number = (value: number) => value.toLocaleString(language);
  const lines = [
    t('preview.contrast', { ratio: number(contrast), least: number(least.contrast) }),
    t('preview.target', { size: number(targetPx), least: number(least.targetPx) }),
  ];
  return (
    <ul className="grid gap-1.5 text-sm text-text-2">
      {lines.map((line) => (
        <li className="flex gap-2" key={line}>
          <CircleCheck aria-hidden="true" className="mt-0.5 shrink-0 text-success-ink" size={18} />
          {line}
        </li>
      ))}
    </ul>
  );
}
