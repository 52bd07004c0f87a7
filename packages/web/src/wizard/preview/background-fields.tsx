// Fields for the background and the width of the preview, which are not options of the button. Next to them are the
// figures that WCAG requires.
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Configuration } from '../configuration.ts';
import { ChoiceField } from '../fields/choice-field.tsx';
import { Readout } from './readout.tsx';

const grounds = ['light', 'dark', 'photo'] as const;
const widths = ['full', 'phone'] as const;

export type Background = { ground: (typeof grounds)[number]; width: (typeof widths)[number] };
export const defaultBackground: Background = { ground: 'light', width: 'full' };

type FieldsProps = {
  configuration: Configuration;
  background: Background;
  setBackground: (background: Background) => void;
};

export function BackgroundFields({ configuration, background, setBackground }: FieldsProps) {
  const { t } = useTranslation('button-wizard');
  const name = useId();
  return (
    <>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ChoiceField
          choices={grounds.map((value) => ({ value, label: t(`preview.ground.${value}`) }))}
          legend={t('preview.ground.label')}
          name={`${name}-ground`}
          onChoose={(ground) => setBackground({ ...background, ground })}
          value={background.ground}
        />
        <ChoiceField
          choices={widths.map((value) => ({ value, label: t(`preview.width.${value}`) }))}
          legend={t('preview.width.label')}
          name={`${name}-width`}
          onChoose={(width) => setBackground({ ...background, width })}
          value={background.width}
        />
      </div>
      <Readout configuration={configuration} />
    </>
  );
}
