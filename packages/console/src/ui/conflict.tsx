// After an edit conflict: what each side has changed, and which value is kept. The last write never wins by itself.
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useId, useState } from 'react';
import { wordsOf } from '../i18n/words.ts';
import type { FormField, FormValues } from './fields.tsx';

/** A field whose stored value is not the one that the user has in the form. */
type Difference = {
  field: FormField;
  own: string;
  stored: string;
  /** Which side is kept unless the user chooses: the one that has changed the field; the own one if both have. */
  preferred: 'own' | 'stored';
};

export type Conflict = readonly Difference[];

/** Returns the fields whose values differ. A field that only one side has changed keeps that change. */
export function conflictOf(
  fields: readonly FormField[],
  { initial, own, stored }: Record<'initial' | 'own' | 'stored', FormValues>,
): Conflict {
  return fields.flatMap((field) => {
    const [before = '', mine = '', theirs = ''] = [
      initial[field.name],
      own[field.name],
      stored[field.name],
    ];
    if (mine === theirs) return [];
    return [{ field, own: mine, stored: theirs, preferred: mine === before ? 'stored' : 'own' }];
  });
}

/** A picture is a long text. */
const shortText = (text: string) => (text.startsWith('data:') ? `${text.slice(0, 40)}…` : text);

type ConflictTableProps = {
  conflict: Conflict;
  /** Receives the values to keep. */
  onChoose: (values: FormValues) => void;
};

export function ConflictTable({ conflict, onChoose }: ConflictTableProps) {
  const t = wordsOf('shell');
  const id = useId();
  const [choices, setChoices] = useState<Readonly<Record<string, 'own' | 'stored'>>>({});
  const chosenOf = (one: Difference) => one[choices[one.field.name] ?? one.preferred];
  const choose = () =>
    onChoose(Object.fromEntries(conflict.map((one) => [one.field.name, chosenOf(one)])));
  return (
    <div role="alert">
      <Alert kind="warning" title={t('conflict.title')}>
        <p>{t('conflict.text')}</p>
        {conflict.map((one) => (
          <fieldset className="mt-3" key={one.field.name}>
            <legend className="font-semibold">{one.field.label}</legend>
            {(['own', 'stored'] as const).map((side) => (
              <label className="flex min-h-11 items-center gap-3" key={side}>
                <input
                  checked={chosenOf(one) === one[side]}
                  className="size-5 shrink-0 accent-brand"
                  name={`${id}-${one.field.name}`}
                  onChange={() => setChoices({ ...choices, [one.field.name]: side })}
                  type="radio"
                />
                <span>
                  {t(`conflict.${side}`)}:{' '}
                  <span className="font-medium">{shortText(one[side]) || t('conflict.empty')}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <Button className="mt-3" look="primary" onClick={choose} type="button">
          {t('conflict.use')}
        </Button>
      </Alert>
    </div>
  );
}
