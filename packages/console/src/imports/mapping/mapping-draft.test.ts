// A mapping that is not edited stays as it is, and a draft says what is missing before it is sent.
import { expect, test } from 'vitest';
import {
  draftOf,
  headerIn,
  issuesOf,
  mappingOf,
  missingColumns,
  newData,
  newGroupRow,
  newGroups,
  sampleUsername,
  unusedColumns,
  withValues,
} from './mapping-draft.ts';

const whole = {
  version: 1,
  sheet: 'Аркуш1',
  newUsers: 'invite',
  later: { a: 1 },
  username: { column: 'Логін', optional: true },
  fields: {
    externalId: 'Код',
    fullName: { column: 'ПІБ', order: 'given-patronymic-family' },
    fullNameEn: { column: 'Name', optional: true, derive: true },
    givenName: 'Ім’я',
    email: { column: 'Пошта', optional: true },
    studentId: { column: 'Квиток', values: { а: '1', б: '2' } },
    employeeId: { value: 'E1' },
    taxId: { column: 'РНОКПП', optional: true },
    validFrom: 'З',
    validUntil: { column: 'До', optional: true },
    groups: [
      { value: ['students', 'campus'] },
      { column: 'Факультет', values: { ФІОТ: ['students.fiot'], ФПМ: [] }, otherwise: [] },
      { column: 'Групи', optional: true, validFrom: 'З', validUntil: 'До' },
    ],
    data: {
      Курс: 'Курс',
      Стать: { column: 'Стать', values: { ч: 'm' } },
      Форма: { value: 'денна' },
    },
  },
};

const listed = (given: Record<string, unknown>) => {
  const fields = given['fields'] as Record<string, unknown>;
  const groups = fields['groups'];
  return groups === undefined || Array.isArray(groups)
    ? given
    : { ...given, fields: { ...fields, groups: [groups] } };
};

test.each([
  whole,
  {
    version: 1,
    username: { column: 'username' },
    fields: {
      externalId: 'idnumber',
      fullName: { family: 'lastname', given: 'firstname', order: 'given-patronymic-family' },
      email: 'email',
      groups: { column: 'cohort1', optional: true, values: { fiot: ['students.fiot'] } },
    },
  },
  { version: 1, username: { rule: '{id}' }, fields: { externalId: 'a', fullName: 'b' } },
  {
    version: 1,
    username: { rule: '{given:1}{family}' },
    fields: {
      externalId: 'a',
      fullName: { family: 'b', given: 'c' },
      fullNameEn: { derive: true },
    },
  },
])('a mapping that is not edited stays as it is (%#)', (mapping) => {
  const draft = draftOf(mapping);
  expect(mappingOf(draft)).toEqual(listed(mapping));
  expect(issuesOf(draft)).toEqual({});
});

test('a source without a mapping has an empty draft, which names what is missing', () => {
  const draft = draftOf({});
  expect(issuesOf(draft)).toEqual({
    'fields.externalId': 'no-column',
    'fields.fullName': 'no-column',
  });
  expect(issuesOf({ ...draft, username: { ...draft.username, rule: '{name}' } })).toMatchObject({
    username: 'rule',
  });
});

test('empty rules are named at their place', () => {
  const draft = draftOf(whole);
  const issues = issuesOf({
    ...draft,
    texts: { ...draft.texts, email: { ...draft.texts.email, kind: 'fixed', fixed: ' ' } },
    groups: [newGroups('fixed'), newGroups('column'), newGroups('column', 'Факультет')],
    data: [newData(), newData('Курс'), newData('Курс ')],
  });
  expect(issues).toEqual({
    'fields.email': 'no-value',
    'fields.groups.0': 'no-groups',
    'fields.groups.1': 'no-column',
    'fields.groups.2': 'empty-table',
    'data-name.0': 'no-name',
    'data.0': 'no-column',
    'data-name.1': 'same-name',
    'data-name.2': 'same-name',
  });
});

test('columns are compared without case and kinds of apostrophes', () => {
  const draft = draftOf({
    version: 1,
    username: { rule: '{id}' },
    fields: {
      externalId: 'Код',
      fullName: 'ПІБ',
      givenName: "Ім'я",
      email: { column: 'Пошта', optional: true },
    },
  });
  const headers = ['код', 'ІМ’Я', 'Курс'];
  expect(missingColumns(draft, headers)).toEqual(['ПІБ']);
  expect(unusedColumns(draft, headers)).toEqual(['Курс']);
  expect(headerIn(headers, "Ім'я")).toBe('ІМ’Я');
  expect(headerIn(headers, 'ПІБ')).toBe('ПІБ');
});

test('a column that one rule requires is required', () => {
  const draft = draftOf({
    fields: { externalId: 'Код', fullName: 'ПІБ', email: { column: 'код', optional: true } },
  });
  expect(missingColumns(draft, [])).toEqual(['Код', 'ПІБ']);
});

test.each([
  ['{given}.{family}', 'lesia.kvitka-osnovianenko'],
  [' {given:1}{patronymic:1}-{id} ', 'lh-104233'],
  ['{mailbox}', 'l.kvitka'],
  ['{name}', undefined],
  ['', undefined],
])('the rule %s has the example %s', (rule, username) => {
  expect(sampleUsername(rule)).toBe(username);
});

test('new values of a file are added to a table, and known ones keep their groups', () => {
  const table = [newGroupRow('ФІОТ', ['a']), newGroupRow('Стара', ['b'])];
  const next = withValues(table, ['ФПМ', 'фіот', ''], newGroupRow);
  expect(next.map(({ value, groups }) => [value, groups])).toEqual([
    ['ФІОТ', ['a']],
    ['Стара', ['b']],
    ['ФПМ', []],
  ]);
});
