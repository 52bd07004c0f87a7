// Selects the light theme, the dark theme or that of the system. Hidden without JavaScript, where the system's theme
// applies.

import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import SunMoon from 'lucide-react/icons/sun-moon';
import { useSyncExternalStore } from 'react';
import { type Theme, themes } from '../../browser/storage/first-script.ts';
import { chooseTheme, chosenTheme, onThemeChange } from '../../browser/storage/theme.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const atFirst = (): Theme => 'system';

export function ThemeSelect() {
  const { t } = useTranslation('common');
  const theme = useSyncExternalStore(onThemeChange, chosenTheme, atFirst);
  // before hydration a change would be lost, and the shown value may not be the stored one
  const isBeforeHydration = useIsBeforeHydration();
  return (
    <label className="with-script inline-flex items-center gap-2">
      <SunMoon aria-hidden="true" size={18} />
      <span className="sr-only">{t('theme.label')}</span>
      <select
        className="min-h-8 rounded-chip border border-line-strong bg-surface py-1 ps-2.5 pe-1.5 text-ink text-sm disabled:text-ink disabled:opacity-100"
        disabled={isBeforeHydration}
        onChange={({ target }) =>
          chooseTheme(themes.find((one) => one === target.value) ?? 'system')
        }
        value={theme}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(`theme.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
