// Header rows of real systems, and the mapping that is guessed for each.

import { expect, test } from 'vitest';
import { guessMapping } from './guess-mapping.ts';

const latin = (column?: string) =>
  column === undefined ? { derive: true } : { column, derive: true };

test('a personnel list of 1C in Ukrainian', () => {
  const headers = [
    'Табельний номер',
    'Працівник',
    'Підрозділ',
    'Посада',
    'Дата звільнення',
    'Код за ДРФО',
  ];
  const { system, mapping, groupColumns, unused } = guessMapping(headers);
  expect(system).toBe('1c');
  expect(mapping).toEqual({
    version: 1,
    username: { rule: '{given}.{family}' },
    fields: {
      externalId: 'Табельний номер',
      fullName: 'Працівник',
      fullNameEn: latin(),
      employeeId: 'Табельний номер',
      taxId: 'Код за ДРФО',
      data: { Посада: 'Посада' },
      groups: { column: 'Підрозділ', values: {} },
      validUntil: 'Дата звільнення',
    },
  });
  expect([groupColumns, unused]).toEqual([['Підрозділ'], []]);
});

test('a personnel list of 1C in Russian', () => {
  const headers = [
    'Физическое лицо',
    'Таб. номер',
    'Подразделение',
    'ИНН',
    'Дата увольнения',
    'Эл. почта',
  ];
  const { system, fields, groupColumns } = guessMapping(headers);
  expect(system).toBe('1c');
  expect(fields).toEqual({
    externalId: 'Таб. номер',
    fullName: 'Физическое лицо',
    fullNameEn: latin(),
    email: 'Эл. почта',
    employeeId: 'Таб. номер',
    taxId: 'ИНН',
    groups: { column: 'Подразделение', values: {} },
    validUntil: 'Дата увольнения',
  });
  expect(groupColumns).toEqual(['Подразделение']);
});

test('a list of students', () => {
  const headers = [
    'Прізвище',
    'Ім’я',
    'По батькові',
    'ПІБ (англійською)',
    'РНОКПП',
    'Факультет',
    'Група',
    '№ студентського квитка',
    'Номер залікової книжки',
    'E-mail*',
  ];
  const { system, fields, unused } = guessMapping(headers);
  expect(system).toBe('unknown');
  expect(fields).toMatchObject({
    externalId: 'Номер залікової книжки',
    fullName: { family: 'Прізвище', given: 'Ім’я', patronymic: 'По батькові' },
    fullNameEn: latin('ПІБ (англійською)'),
    givenName: 'Ім’я',
    email: 'E-mail*',
    studentId: 'Номер залікової книжки',
    taxId: 'РНОКПП',
    groups: { column: 'Факультет', values: {} },
    data: { Група: 'Група' },
  });
  expect(unused).toEqual(['№ студентського квитка']);
});

test('headers in other words, forms and cases', () => {
  const headers = [
    '№ з/п',
    'ПРІЗВИЩЕ',
    'Імʼя',
    'по батькові',
    '№ студентського квитка',
    'Спеціальність',
    'Академічна група',
    'Факультет/інститут',
    'РНОКПП / ІПН',
    'Телефон',
    'Пошта (корпоративна)',
  ];
  const { fields, groupColumns, unused, mapping } = guessMapping(headers);
  expect(fields).toEqual({
    externalId: '№ студентського квитка',
    fullName: { family: 'ПРІЗВИЩЕ', given: 'Імʼя', patronymic: 'по батькові' },
    fullNameEn: latin(),
    givenName: 'Імʼя',
    email: 'Пошта (корпоративна)',
    studentId: '№ студентського квитка',
    taxId: 'РНОКПП / ІПН',
    data: { Спеціальність: 'Спеціальність', 'Академічна група': 'Академічна група' },
    groups: { column: 'Факультет/інститут', values: {} },
  });
  expect([groupColumns, unused]).toEqual([
    ['Академічна група', 'Факультет/інститут'],
    ['№ з/п', 'Телефон'],
  ]);
  expect(mapping).toBeDefined();
});

test.each([
  ['Номер заліковки', 'studentId'],
  ['Номер залікової книжки', 'studentId'],
  ['Студентський (№)', 'studentId'],
  ['Серія та номер студентського квитка', 'studentId'],
  ['Табельний №', 'employeeId'],
  ['Табельного номера', 'employeeId'],
  ['Ідентифікаційний код', 'taxId'],
  ['Електронної пошти', 'email'],
  ['П.І.Б. студента', 'fullName'],
  ['Прізвище/Ім’я/По батькові', 'fullName'],
  ['Староста групи', undefined],
  ['Прізвище/Ім’я', 'fullName'],
  ['Номер', undefined],
  ['№', undefined],
] as const)('%s is %s', (header, field) => {
  const { fields, unused } = guessMapping([header]);
  if (field === undefined) expect(unused).toEqual([header]);
  else expect(fields).toHaveProperty(field, header);
});

test('an export of Moodle', () => {
  const { system, mapping } = guessMapping([
    'username',
    'firstname',
    'lastname',
    'email',
    'idnumber',
    'cohort1',
  ]);
  expect(system).toBe('moodle');
  expect(mapping).toMatchObject({
    username: { column: 'username' },
    fields: { externalId: 'idnumber', fullName: { family: 'lastname', given: 'firstname' } },
  });
});

test('an export of Google Workspace', () => {
  const { system, mapping } = guessMapping([
    'First Name [Required]',
    'Last Name [Required]',
    'Email Address [Required]',
    'Password [Required]',
    'Org Unit Path [Required]',
    'Recovery Email',
    'Employee ID',
  ]);
  expect(system).toBe('google-workspace');
  expect(mapping).toMatchObject({
    username: { rule: '{mailbox}' },
    fields: {
      externalId: 'Employee ID',
      fullName: { family: 'Last Name [Required]', given: 'First Name [Required]' },
      email: 'Email Address [Required]',
    },
  });
});

test('an address or a tax number is never the identity of a person', () => {
  const { mapping, missing } = guessMapping(['ПІБ', 'Email', 'РНОКПП']);
  expect([mapping, missing]).toEqual([undefined, ['externalId']]);
  expect(guessMapping(['x', 'y'])).toMatchObject({
    missing: ['externalId', 'fullName'],
    unused: ['x', 'y'],
  });
});
