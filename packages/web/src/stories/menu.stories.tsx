// Menus at the left edge, at the right one, and at the foot, where none may hang out of the window.
import SunMoon from 'lucide-react/icons/sun-moon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Theme, themes } from '../browser/storage/first-script.ts';
import { Menu } from '../ui/menu/menu.tsx';
import { Specimen, Specimens } from './story.tsx';

export function MenuSpecimens() {
  return (
    <Specimens title="Menu">
      <Specimen caption="choice of one">
        <ThemeMenu />
      </Specimen>
      <Specimen caption="at the right edge">
        <div className="flex justify-end">
          <ThemeMenu />
        </div>
      </Specimen>
    </Specimens>
  );
}

export function ThemeMenu() {
  const { t } = useTranslation('common');
  const [theme, setTheme] = useState<Theme>('light');
  return (
    <Menu
      icon={<SunMoon aria-hidden="true" size={20} />}
      items={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
      label={t('theme.label')}
      onChoose={setTheme}
      value={theme}
    />
  );
}
