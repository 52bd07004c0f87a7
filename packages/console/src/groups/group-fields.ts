// The fields of a group that forms have.
import { secondFactorPolicies } from '@brama/contract/second-factor/second-factor';
import { wordsOf } from '../i18n/words.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { oneOf } from '../ui/search-params.ts';
import type { Group } from './queries.ts';

export function groupFields(): FormField[] {
  const t = wordsOf('groups');
  return [
    { name: 'title.uk', label: t('fields.title-uk'), maxLength: 100 },
    { name: 'title.en', label: t('fields.title-en'), maxLength: 100 },
    {
      name: 'secondFactor',
      label: t('fields.secondFactor'),
      kind: 'choice',
      options: [
        { value: '', label: t('fields.policies.usual') },
        ...secondFactorPolicies.map((value) => ({ value, label: t(`fields.policies.${value}`) })),
      ],
    },
  ];
}

export const groupValues = ({ title, secondFactor }: Group): FormValues => ({
  'title.uk': title?.uk ?? '',
  'title.en': title?.en ?? '',
  secondFactor: secondFactor ?? '',
});

export function givenGroup(values: FormValues) {
  const { 'title.uk': uk = '', 'title.en': en = '', secondFactor } = values;
  return {
    title: uk === '' && en === '' ? null : { uk, en },
    secondFactor: oneOf(secondFactor, secondFactorPolicies) ?? null,
  };
}
