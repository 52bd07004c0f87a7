// The fields of a user that forms have. A field that the registry gains is a compile error here.
import type { FieldsWith } from '@brama/contract/users/fields';
import { isoOfLocal, localOfIso } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { FormError } from '../ui/form.tsx';
import type { User } from './queries.ts';

type TextName = Exclude<FieldsWith<'editableBy', 'operators'>, 'data'>;

const textFields: Readonly<Record<TextName, Pick<FormField, 'kind' | 'required'>>> = {
  fullName: { required: true },
  fullNameEn: {},
  givenName: {},
  email: { kind: 'email' },
  studentId: {},
  employeeId: {},
};
const textNames = Object.keys(textFields) as TextName[];

/** Returns the fields of the record; those of a user who is created have nothing stored yet. */
export function recordFields(kind: 'new' | 'stored' = 'stored'): FormField[] {
  const t = wordsOf('users');
  const labels = wordsOf('profile');
  const ofTaxId = t('fields.tax-id-hint');
  const taxIdHint = kind === 'new' ? ofTaxId : `${ofTaxId} ${t('fields.tax-id-kept')}`;
  return [
    ...textNames.map((name) => ({ name, label: labels(`fields.${name}`), ...textFields[name] })),
    { name: 'data', label: t('fields.data'), hint: t('fields.data-hint'), kind: 'lines' },
    { name: 'taxId', label: t('fields.taxId'), hint: taxIdHint, kind: 'secret' },
  ];
}

/** One line for each field: `faculty: Physics`. */
function dataText(data: User['data']): string {
  return Object.entries(data)
    .map(([name, value]) => `${name}: ${value ?? ''}`)
    .join('\n');
}

type DataLine = { number: number; name: string; value: string | undefined };

const dataLines = (text: string): DataLine[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [name = '', value] = line.split(/:(.*)/s).map((part) => part.trim());
    return [{ number: index + 1, name, value }];
  });

/** Returns what is wrong with the first line that is wrong, under the name of the field. */
export function dataErrors({ data = '' }: FormValues): Record<string, string> {
  const t = wordsOf('users');
  const names = new Set<string>();
  for (const { number, name, value } of dataLines(data)) {
    if (name === '' || value === undefined) return { data: t('fields.data-form', { number }) };
    if (names.has(name)) return { data: t('fields.data-repeated', { number, name }) };
    names.add(name);
  }
  return {};
}

/** @throws FormError for lines that are not data */
function dataOfText(text: string): User['data'] {
  const errors = dataErrors({ data: text });
  if (errors['data']) throw new FormError(errors);
  return Object.fromEntries(dataLines(text).map(({ name, value }) => [name, value || null]));
}

export function recordValues(user: User): FormValues {
  const texts = textNames.map((name) => [name, user[name] ?? '']);
  return { ...Object.fromEntries(texts), data: dataText(user.data), taxId: '' };
}

/** Returns the fields of a request: those that differ from `initial`. An empty text clears a field. */
export function givenRecord(values: FormValues, initial: FormValues) {
  const isChanged = (name: string) => (values[name] ?? '') !== (initial[name] ?? '');
  const texts = textNames
    .filter(isChanged)
    .map((name) => [name, values[name] === '' ? null : values[name]]);
  return {
    ...(Object.fromEntries(texts) as Partial<Record<TextName, string>>),
    ...(isChanged('data') && { data: dataOfText(values['data'] ?? '') }),
    ...(values['taxId'] && { taxId: values['taxId'] }),
  };
}

export function periodFields(): FormField[] {
  const t = wordsOf('users');
  return [
    { name: 'validFrom', label: t('fields.validFrom'), kind: 'date-time' },
    { name: 'validUntil', label: t('fields.validUntil'), kind: 'date-time' },
  ];
}

type Period = { validFrom: string | null; validUntil: string | null };

export const periodValues = ({ validFrom, validUntil }: Period): FormValues => ({
  validFrom: localOfIso(validFrom),
  validUntil: localOfIso(validUntil),
});

export const givenPeriod = ({ validFrom = '', validUntil = '' }: FormValues): Period => ({
  validFrom: isoOfLocal(validFrom) ?? null,
  validUntil: isoOfLocal(validUntil) ?? null,
});
