// Contrast and size of the chosen button, next to the values that WCAG requires.
import CircleCheck from 'lucide-react/icons/circle-check';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Configuration } from '../configuration.ts';
import { least, measure } from './contrast.ts';

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
