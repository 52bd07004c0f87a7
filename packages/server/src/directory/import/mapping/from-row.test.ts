// Entries of users from rows: every field, what is omitted and what is empty, and the example mappings of the documents.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { taxIdFrom } from '../../../../test/support/tax-ids.ts';
import { readDocument } from '../../apply/parse/document.ts';
import { readTable } from '../read/read-rows.ts';
import { type FromRow, fromRow, type ImportEntry } from './from-row.ts';
import { mappingSchema, resolveColumns } from './mapping.ts';

type Given = Record<string, string>;
type FieldsGiven = Record<string, unknown>;

const options = { checksDigit: true };

function read(
  fields: FieldsGiven,
  row: Given,
  username: object = { rule: '{given}.{family}' },
): FromRow {
  const all = { externalId: 'id', fullName: 'name' };
  const mapping = mappingSchema.parse({ version: 1, username, fields: Object.assign(all, fields) });
  const cells = new Map(Object.entries(Object.assign({ id: '7', name: 'Франко Іван' }, row)));
  return fromRow(mapping, cells, options);
}

function entryOf(result: FromRow): ImportEntry {
  if ('entry' in result) return result.entry;
  throw new Error(`${result.field} ${result.rejected}`);
}

const reasonOf = (result: FromRow) => 'rejected' in result && [result.field, result.rejected];

const taxId = taxIdFrom(318471069);

describe('a row', () => {
  test('all fields', () => {
    const fields = {
      fullNameEn: { column: 'latin', derive: true },
      givenName: 'given',
      email: 'mail',
      studentId: 'card',
      employeeId: { value: 'none' },
      taxId: 'tax',
      data: { Посада: 'post' },
      groups: [{ value: ['staff'] }, { column: 'faculty', values: { ФІОТ: ['students.fiot'] } }],
      validFrom: 'from',
      validUntil: 'until',
    };
    const row = {
      latin: '',
      given: 'Іван',
      mail: 'i.franko@example.edu',
      card: 'КВ 12',
      tax: taxId,
      post: 'Доцент',
      faculty: ' фіот ',
      from: '01.09.2026',
      until: '2027-06-30',
    };
    expect(entryOf(read(fields, row))).toEqual({
      externalId: '7',
      username: undefined,
      parts: {
        family: 'Франко',
        given: 'Іван',
        patronymic: undefined,
        mailbox: 'i.franko',
        id: '7',
      },
      fullName: 'Франко Іван',
      fullNameEn: 'Franko Ivan',
      isLatinDerived: true,
      givenName: 'Іван',
      email: 'i.franko@example.edu',
      studentId: 'КВ 12',
      employeeId: 'none',
      taxId,
      data: { Посада: 'Доцент' },
      groups: [
        { group: 'staff', validFrom: null, validUntil: null },
        { group: 'students.fiot', validFrom: null, validUntil: null },
      ],
      validFrom: Date.parse('2026-09-01T00:00:00+03:00'),
      validUntil: Date.parse('2027-07-01T00:00:00+03:00'),
    });
  });

  const every = {
    fullNameEn: { column: 'a', optional: true },
    givenName: { column: 'a', optional: true },
    email: { column: 'a', optional: true },
    studentId: { column: 'a', optional: true },
    employeeId: { column: 'a', optional: true },
    taxId: { column: 't', optional: true },
    groups: [{ column: 'a', optional: true }],
    validFrom: { column: 'a', optional: true },
    validUntil: { column: 'a', optional: true },
  };

  test.each([
    ['an omitted column changes nothing', {}, undefined],
    ['an empty cell is null', { a: ' ', t: ' ' }, null],
  ])('%s', (_, row, value) => {
    const entry = entryOf(read(every, row));
    expect(entry).toMatchObject(
      Object.fromEntries(Object.keys(every).map((field) => [field, value])),
    );
  });

  test('one omitted column of several leaves the groups and the data', () => {
    const groups = [{ value: ['staff'] }, { column: 'a', optional: true }];
    const entry = entryOf(
      read({ groups, data: { x: 'name', y: { column: 'a', optional: true } } }, {}),
    );
    expect([entry.groups, entry.data]).toEqual([undefined, undefined]);
  });

  test.each([
    [{ fullName: { family: 'f', given: 'g', patronymic: 'p' } }, 'Франко Іван Якович'],
    [{ fullName: { family: 'f', given: 'g', order: 'given-patronymic-family' } }, 'Іван Франко'],
  ])('a name of parts: %j', (fields, fullName) => {
    const entry = entryOf(read(fields, { f: 'Франко', g: ' Іван', p: 'Якович ' }));
    expect(entry.fullName).toBe(fullName);
    expect(entry.parts).toMatchObject({ family: 'Франко', given: 'Іван' });
  });

  test.each([
    ['Франко Іван Якович', undefined, ['Франко', 'Іван', 'Якович']],
    ['Іван Якович Франко', 'given-patronymic-family', ['Франко', 'Іван', 'Якович']],
    ['Іван Франко', 'given-patronymic-family', ['Франко', 'Іван', undefined]],
    ['Мухаммад бін Салман Аль', undefined, [undefined, undefined, undefined]],
    ['Сукарно', undefined, [undefined, undefined, undefined]],
  ])('the parts of %s', (name, order, expected) => {
    const { parts } = entryOf(read({ fullName: { column: 'name', order } }, { name }));
    expect([parts.family, parts.given, parts.patronymic]).toEqual(expected);
  });

  test('names have one kind of apostrophes and hyphens, whole or in parts', () => {
    const row = {
      name: "Дем`янюк–Коʼваль  Мар'яна",
      latin: "Demʹianiuk O'Koval",
      given: 'Мар´яна',
    };
    const whole = entryOf(read({ fullNameEn: 'latin', givenName: 'given' }, row));
    expect(whole).toMatchObject({
      fullName: 'Дем’янюк-Ко’валь Мар’яна',
      fullNameEn: 'Dem’ianiuk O’Koval',
      givenName: 'Мар’яна',
    });
    const parts = entryOf(
      read({ fullName: { family: 'name', given: 'given' } }, { ...row, name: 'Дем‘янюк' }),
    );
    expect(parts.fullName).toBe('Дем’янюк Мар’яна');
  });

  test('the Latin name of the source takes precedence', () => {
    const fields = { fullNameEn: { column: 'latin', derive: true } };
    const entry = entryOf(read(fields, { name: 'Гнатюк Георгій', latin: 'Hnatiuk George' }));
    expect([entry.fullNameEn, entry.isLatinDerived]).toEqual(['Hnatiuk George', false]);
    const other = entryOf(read(fields, { name: 'Рыбак Эдуард', latin: '' }));
    expect([other.fullNameEn, other.isLatinDerived]).toEqual([undefined, false]);
  });

  test('groups: names in a cell, a table, a period', () => {
    const period = { column: 'a', validFrom: 'from', validUntil: { column: 'until' } };
    const row = { a: 'б; а;', from: '', until: '2026-12-31' };
    const until = Date.parse('2027-01-01T00:00:00+02:00');
    expect(entryOf(read({ groups: period }, row)).groups).toEqual([
      { group: 'а', validFrom: null, validUntil: until },
      { group: 'б', validFrom: null, validUntil: until },
    ]);
    const table = { column: 'a', values: { Х: ['x'] }, otherwise: ['other'] };
    expect(entryOf(read({ groups: table }, { a: 'Ц' })).groups).toMatchObject([{ group: 'other' }]);
  });

  test('a username of a column', () => {
    const username = { column: 'login', optional: true };
    expect(entryOf(read({}, { login: 'i.franko' }, username)).username).toBe('i.franko');
    expect(entryOf(read({}, { login: '' }, username)).username).toBeUndefined();
  });

  test.each<[FieldsGiven, Given, [string, string]]>([
    [{}, { id: '' }, ['externalId', 'missing-value']],
    [{}, { id: '1,2E+10' }, ['externalId', 'invalid-external-id']],
    [{}, { id: 'x'.repeat(129) }, ['externalId', 'value-too-long']],
    [{}, { name: ' ' }, ['fullName', 'missing-value']],
    [{}, { name: '=cmd' }, ['fullName', 'invalid-name']],
    [{}, { name: 'x'.repeat(257) }, ['fullName', 'value-too-long']],
    [{ fullNameEn: 'a' }, { a: 'Іван' }, ['fullNameEn', 'invalid-latin-name']],
    [{ email: 'a' }, { a: 'franko' }, ['email', 'invalid-email']],
    [{ studentId: 'a' }, { a: 'x'.repeat(65) }, ['studentId', 'invalid-value']],
    [{ data: { x: 'a' } }, { a: 'x'.repeat(1001) }, ['data', 'invalid-value']],
    [{ groups: { column: 'a', values: {} } }, { a: 'Х' }, ['groups', 'value-not-in-table']],
    [{ groups: { column: 'a' } }, { a: 'a b' }, ['groups', 'invalid-group']],
    [
      { groups: { column: 'a' } },
      { a: Array.from({ length: 101 }, (_, n) => n).join(';') },
      ['groups', 'too-many-groups'],
    ],
    [
      { groups: { column: 'a', validUntil: 'u' } },
      { a: 'x', u: '?' },
      ['groups.validUntil', 'invalid-date'],
    ],
    [
      { validFrom: 'a', validUntil: 'u' },
      { a: '02.02.2026', u: '01.02.2026' },
      ['validUntil', 'period-reversed'],
    ],
  ])('%.60j of %.60j is rejected', (fields, row, expected) => {
    expect(reasonOf(read(fields, row))).toEqual(expected);
  });
});

describe('a row whose tax number stands in another field', () => {
  const fields = { taxId: 't', studentId: { column: 's', optional: true } };
  const data = { data: { number: { column: 'd', optional: true } } };
  const rejected = { rejected: 'tax-number-in-field' };

  test.each([
    [{ s: taxId }, { field: 'studentId', externalId: '17' }],
    [{ d: taxId.replace(/(?=.{4}$)/, ' ') }, { field: 'data', externalId: '17' }],
    [{ d: `РНОКПП: UA${taxId}` }, { field: 'data', externalId: '17' }],
    [{ d: taxId.replaceAll(/(?=.{4}$|.{7}$)/g, '-') }, { field: 'data', externalId: '17' }],
    [{ id: taxId }, { field: 'externalId', externalId: undefined }],
    [{ id: `UA-${taxId}` }, { field: 'externalId', externalId: undefined }],
  ])('%j is rejected', (row, expected) => {
    const result = read({ ...fields, ...data }, { id: '17', t: taxId, ...row });
    expect(result).toEqual({ ...rejected, ...expected });
  });

  test.each([
    [taxId, taxId, undefined],
    [`UA-${taxId}`, taxId, undefined],
    [`UA-${taxId}`, `${taxId}7`, undefined],
    ['UA-17', '', 'UA-17'],
    ['UA-17', '17', 'UA-17'],
  ])('the id %s beside the number %s is reported as %s', (id, t, externalId) => {
    const result = read({ email: 'e', ...fields }, { id, t, e: 'no address' });
    expect(result).toMatchObject({ rejected: 'invalid-email', externalId });
  });

  test.each([
    ['studentId', { s: taxId }, '17'],
    ['externalId', { id: taxId }, undefined],
    ['username', { login: taxId }, '17'],
  ])('an empty cell does not let it into %s', (field, row, externalId) => {
    const result = read(fields, { id: '17', t: '', login: 'franko', ...row }, { column: 'login' });
    expect(result).toEqual({ ...rejected, field, externalId });
    expect(read({ studentId: 's' }, { s: taxId })).toHaveProperty('entry');
  });

  test('nor if the two columns have changed places', () => {
    const result = read(fields, { id: taxId, t: 'КВ-17' });
    expect(result).toMatchObject({ rejected: 'invalid-tax-number', externalId: undefined });
  });
});

describe('a mapping', () => {
  const mapping = mappingSchema.parse({
    version: 1,
    username: { column: 'LOGIN' },
    fields: {
      externalId: 'табельний  номер',
      fullName: { family: 'Прізвище', given: "Ім'я" },
      email: { column: 'Пошта', optional: true },
      groups: [{ column: 'Група', values: { Група: ['a'] }, validUntil: 'Кінець' }],
      data: { column: 'Посада' },
    },
  });

  test('its columns are found in another case and with another apostrophe', () => {
    const headers = ['login', 'Табельний номер', 'ПРІЗВИЩЕ', 'Ім’я', 'група', 'кінець', 'посада'];
    const resolved = resolveColumns(mapping, headers);
    expect(resolved).toEqual({
      mapping: {
        version: 1,
        username: { column: 'login' },
        fields: {
          externalId: 'Табельний номер',
          fullName: { family: 'ПРІЗВИЩЕ', given: 'Ім’я' },
          email: { column: 'Пошта', optional: true },
          groups: [{ column: 'група', values: { Група: ['a'] }, validUntil: 'кінець' }],
          data: { column: 'посада' },
        },
      },
    });
  });

  test('required columns that a file lacks are named', () => {
    expect(resolveColumns(mapping, ['login', 'Прізвище', 'Ім’я'])).toEqual({
      missing: ['табельний  номер', 'Група', 'Кінець', 'Посада'],
    });
  });

  test.each([
    [{ roles: 'a' }],
    [{ password: 'a' }],
    [{ groups: { value: ['a b'] } }],
    [{ taxId: { value: '1' } }],
    [{ taxId: 'number', studentId: 'Number ' }],
    [{ taxId: { column: 'number', optional: true }, data: { a: { column: 'number' } } }],
    [{ taxId: 'number', groups: [{ column: 'b', validUntil: 'number' }] }],
    [{ taxId: 'id' }],
    [{ externalId: 'РНОКПП' }],
    [{ taxId: 'number', data: { code: 'ІПН' } }],
  ])('%j is no field of a mapping', (fields) => {
    const all = { externalId: 'id', fullName: 'name' };
    const given = { version: 1, username: { rule: '{id}' }, fields: Object.assign(all, fields) };
    expect(mappingSchema.safeParse(given).success).toBe(false);
  });
});

describe('the example mappings', () => {
  const files: Record<string, [text: string, entry: Partial<ImportEntry>]> = {
    '1c-personnel.yaml': [
      `Табельний номер;Працівник;Підрозділ;Посада;Дата звільнення;РНОКПП\n0000-00017;ЇЖАК ЮРІЙ ІЛЛІЧ;Відділ кадрів;Інспектор;01.01.0001 0:00:00;${taxId}\n`,
      {
        externalId: '0000-00017',
        fullNameEn: 'YIZHAK YURII ILLICH',
        email: undefined,
        validUntil: null,
        taxId,
      },
    ],
    'moodle.yaml': [
      'username,firstname,lastname,email,idnumber,cohort1\ni.franko,Іван,Франко,i@example.edu,17,students-fiot\n',
      { username: 'i.franko', fullName: 'Іван Франко', externalId: '17' },
    ],
    'google-workspace.yaml': [
      'First Name [Required],Last Name [Required],Email Address [Required],Org Unit Path [Required],Employee ID\nІван,Франко,i.franko@example.edu,/Alumni,17\n',
      { fullName: 'Франко Іван', email: 'i.franko@example.edu', groups: [] },
    ],
  };

  test.each(Object.entries(files))('%s', async (name, [text, expected]) => {
    const file = join(import.meta.dirname, '../../../../../../docs/import-examples', name);
    const { value, issues } = readDocument(readFileSync(file, 'utf8'));
    expect(issues).toEqual([]);
    async function* source() {
      yield Buffer.from(text);
    }
    const table = await readTable(source());
    const resolved = resolveColumns(mappingSchema.parse(value), table.headers);
    if ('missing' in resolved) throw new Error(resolved.missing.join());
    for await (const row of table.rows) {
      if ('rejected' in row) throw new Error(row.rejected);
      expect(entryOf(fromRow(resolved.mapping, row.cells, options))).toMatchObject(expected);
    }
    expect.assertions(2);
  });
});
