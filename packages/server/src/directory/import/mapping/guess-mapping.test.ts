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
      validUntil: 'Дата звільнення',
    },
  });
  expect([groupColumns, unused]).toEqual([['Підрозділ'], ['Посада']]);
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
  });
  expect(unused).toEqual(['№ студентського квитка']);
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
