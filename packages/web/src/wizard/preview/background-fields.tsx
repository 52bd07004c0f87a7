// What the preview stands on: ground and width, which are no options of the button, and the figures WCAG asks for.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Configuration } from '../configuration.ts';
import { ChoiceField } from '../fields/choice-field.tsx';
import { Readout } from './readout.tsx';

const grounds = ['light', 'dark', 'photo'] as const;
const widths = ['full', 'phone'] as const;

export type Surroundings = { ground: (typeof grounds)[number]; width: (typeof widths)[number] };
export const usualSurroundings: Surroundings = { ground: 'light', width: 'full' };

type FieldsProps = {
  configuration: Configuration;
  surroundings: Surroundings;
  setSurroundings: (surroundings: Surroundings) => void;
};

export function SurroundingsFields({ configuration, surroundings, setSurroundings }: FieldsProps) {
  const { t } = useTranslation('button-wizard');
  const name = useId();
  return (
    <>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ChoiceField
          choices={grounds.map((value) => ({ value, label: t(`preview.ground.${value}`) }))}
          legend={t('preview.ground.label')}
          name={`${name}-ground`}
          onChoose={(ground) => setSurroundings({ ...surroundings, ground })}
          value={surroundings.ground}
        />
        <ChoiceField
          choices={widths.map((value) => ({ value, label: t(`preview.width.${value}`) }))}
          legend={t('preview.width.label')}
          name={`${name}-width`}
          onChoose={(width) => setSurroundings({ ...surroundings, width })}
          value={surroundings.width}
        />
      </div>
      <Readout configuration={configuration} />
    </>
  );
}
