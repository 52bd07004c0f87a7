// A field that finds an application by its title or name.
import { CommandField } from '@brama/ui/command/command-field.tsx';
import { useState } from 'react';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { useFoundApplications } from './use-found-applications.ts';

type ApplicationFieldProps = { label: string; onChoose: (id: string) => void };

export function ApplicationField({ label, onChoose }: ApplicationFieldProps) {
  const t = wordsOf('shell');
  const [typed, setTyped] = useState('');
  const { applications, isSettled } = useFoundApplications(typed, true);
  return (
    <CommandField
      commands={applications.map(({ id, title, name }) => ({
        id,
        label: title[language],
        detail: name,
        group: label,
        isFound: true,
      }))}
      isSettled={isSettled}
      label={label}
      onChoose={({ id }) => onChoose(id)}
      onType={setTyped}
      placeholder={t('form.application-placeholder')}
      words={{ empty: t('search.empty'), count: (count) => t('search.count', { count }) }}
    />
  );
}
