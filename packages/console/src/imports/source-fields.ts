// The fields of a source that forms have. Their names are the paths of the API, so that its errors stand at them.
import { numberText, percentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { FormError } from '../ui/form.tsx';
import { oneOf } from '../ui/search-params.ts';
import { fieldText } from './import-text.ts';
import type { Source } from './queries.ts';

export const reasons = ['completed', 'withdrawn', 'unknown'] as const;
export const limitNames = ['leavers', 'created', 'changed'] as const;
const matchFields = ['studentId', 'employeeId', 'username'] as const;

type Limit = Source['settings']['limits']['leavers'];

export function sourceFields(): FormField[] {
  const t = wordsOf('imports');
  return [
    { name: 'title.uk', label: t('source.title-uk'), maxLength: 100 },
    { name: 'title.en', label: t('source.title-en'), maxLength: 100 },
    {
      name: 'position',
      label: t('fields.position'),
      kind: 'number',
      required: true,
      hint: t('source.position-hint'),
    },
    ...reasons.map(
      (reason): FormField => ({
        name: `settings.grace.${reason}`,
        label: t(`source.grace.${reason}`),
        kind: 'number',
        required: true,
        hint: t(`source.grace-hints.${reason}`),
      }),
    ),
    {
      name: 'settings.overlapDays',
      label: t('source.overlap'),
      kind: 'number',
      required: true,
      hint: t('source.overlap-hint'),
    },
    ...limitNames.flatMap((name): FormField[] => [
      {
        name: `settings.limits.${name}.count`,
        label: t('source.limit-count', { limit: t(`source.limits.${name}`) }),
        kind: 'number',
        hint: t('source.limit-count-hint'),
      },
      {
        name: `settings.limits.${name}.percent`,
        label: t('source.limit-percent', { limit: t(`source.limits.${name}`) }),
        inputMode: 'text',
        hint: t('source.limit-hint'),
      },
    ]),
    {
      name: 'settings.matchBy',
      label: t('source.match'),
      kind: 'choice',
      hint: t('source.match-hint'),
      options: [
        { value: '', label: t('source.match-none') },
        ...matchFields.map((value) => ({ value, label: fieldText(value) })),
      ],
    },
    {
      name: 'settings.notify',
      label: t('source.notify'),
      kind: 'lines',
      hint: t('source.notify-hint'),
    },
  ];
}

/** Returns a limit in words. */
export function limitText({ count, percent }: Limit): string {
  const t = wordsOf('imports');
  const number = count === undefined ? undefined : numberText(count);
  const share = percent === undefined ? undefined : percentText(percent);
  if (number !== undefined && share !== undefined) return t('source.limit-both', { number, share });
  return number ?? share ?? '';
}

const textOf = (value: number | undefined) => (value === undefined ? '' : `${value}`);

/** @throws FormError for texts that are no limit */
function limitOf(name: string, values: FormValues): Limit {
  const t = wordsOf('imports');
  const [count = '', percent = ''] = ['count', 'percent'].map((part) =>
    (values[`${name}.${part}`] ?? '').replaceAll(/\s|%/g, '').replace(',', '.'),
  );
  if (count === '' && percent === '')
    throw new FormError({ [`${name}.count`]: t('source.limit-wrong') });
  if (!/^\d{0,7}$/.test(count))
    throw new FormError({ [`${name}.count`]: t('source.number-wrong') });
  if (!/^(?:\d{1,3}(?:\.\d{1,3})?)?$/.test(percent) || Number(percent) > 100)
    throw new FormError({ [`${name}.percent`]: t('source.percent-wrong') });
  return {
    ...(count !== '' && { count: Number(count) }),
    ...(percent !== '' && { percent: Number(percent) }),
  };
}

/** @throws FormError */
function numberOf(values: FormValues, name: string): number {
  const text = (values[name] ?? '').replaceAll(/\s/g, '');
  if (!/^\d{1,4}$/.test(text))
    throw new FormError({ [name]: wordsOf('imports')('source.number-wrong') });
  return Number(text);
}

export function sourceValues({
  title,
  position,
  settings,
}: Pick<Source, 'title' | 'position' | 'settings'>): FormValues {
  const { grace, overlapDays, limits, matchBy, notify } = settings;
  return {
    'title.uk': title?.uk ?? '',
    'title.en': title?.en ?? '',
    position: `${position}`,
    ...Object.fromEntries(reasons.map((one) => [`settings.grace.${one}`, `${grace[one]}`])),
    'settings.overlapDays': `${overlapDays}`,
    ...Object.fromEntries(
      limitNames.flatMap((one) => [
        [`settings.limits.${one}.count`, textOf(limits[one].count)],
        [`settings.limits.${one}.percent`, textOf(limits[one].percent)],
      ]),
    ),
    'settings.matchBy': matchBy ?? '',
    'settings.notify': notify.join('\n'),
  };
}

/** What a new source has until an administrator changes it: the defaults of the API. */
export const usualValues: FormValues = sourceValues({
  title: null,
  position: 100,
  settings: {
    grace: { completed: 90, withdrawn: 0, unknown: 14 },
    overlapDays: 7,
    limits: { leavers: { percent: 5 }, created: { percent: 5 }, changed: { percent: 5 } },
    matchBy: null,
    notify: [],
  },
});

/** @throws FormError */
export function givenSource(values: FormValues) {
  const { 'title.uk': uk = '', 'title.en': en = '' } = values;
  const limit = (name: (typeof limitNames)[number]) => limitOf(`settings.limits.${name}`, values);
  return {
    title: uk === '' && en === '' ? null : { uk, en },
    position: numberOf(values, 'position'),
    settings: {
      grace: {
        completed: numberOf(values, 'settings.grace.completed'),
        withdrawn: numberOf(values, 'settings.grace.withdrawn'),
        unknown: numberOf(values, 'settings.grace.unknown'),
      },
      overlapDays: numberOf(values, 'settings.overlapDays'),
      limits: {
        leavers: limit('leavers'),
        created: limit('created'),
        changed: limit('changed'),
      },
      matchBy: oneOf(values['settings.matchBy'], matchFields) ?? null,
      notify: (values['settings.notify'] ?? '').split(/[\s,;]+/).filter((one) => one !== ''),
    },
  };
}
