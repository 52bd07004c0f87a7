import { expect, test } from 'vitest';
import { hasCheckDigit } from '../../../users/tax-id.ts';
import { parseDay, parseInstant } from './dates.ts';
import { readFields, studentFields } from './fields.ts';

const digits = Array.from({ length: 10 }, (_, digit) => `012345678${digit}`);
const withZero = digits.find(hasCheckDigit) ?? '';

const row = { personId: 7, educationId: 8, lastName: 'Розгін', firstName: 'Остап' };
const read = (own: object) => {
  const parsed = readFields(studentFields, { ...row, ...own });
  return 'row' in parsed ? parsed.row : parsed.invalidFields;
};

test.each([
  ['2026-09-01', '2026-09-01', '2026-08-31T21:00:00.000Z'],
  ['2026-09-01T00:00:00', '2026-09-01', '2026-08-31T21:00:00.000Z'],
  ['2026-09-01T00:00:00+03:00', '2026-09-01', '2026-08-31T21:00:00.000Z'],
  ['2026-08-31T21:00:00Z', '2026-09-01', '2026-08-31T21:00:00.000Z'],
  ['2026-12-01T10:20:30.1234567', '2026-12-01', '2026-12-01T08:20:30.000Z'],
  ['2026-12-01 10:20', '2026-12-01', '2026-12-01T08:20:00.000Z'],
])('%s is a day and a time in Kyiv', (text, day, at) => {
  expect([parseDay(text), new Date(parseInstant(text) ?? 0).toISOString()]).toEqual([day, at]);
});

test.each([
  '',
  '2026-02-30',
  '2026-13-01',
  '01.09.2026',
  '2026-09-01T25:00:00',
  '2026-09-01T10:00:00+99:99x',
])('%j is no date', (text) => {
  expect([parseDay(text), parseInstant(text)]).toEqual([undefined, undefined]);
});

test.each([
  ['0123456789', '0123456789'],
  // the zeros that a spreadsheet drops come back if the check digit fits
  [Number(withZero), withZero],
  ['000123456', undefined],
  ['12345678', undefined],
  ['0000000000', undefined],
  [' 1234567890 ', '1234567890'],
  ['АА123456', undefined],
  [1234, undefined],
  [1.5, undefined],
  [null, undefined],
])('the tax number %j becomes %j', (rnokpp, expected) => {
  expect(read({ rnokpp })).toMatchObject({ rnokpp: expected });
});

test('a field may be in either case; the one with a value counts', () => {
  expect(read({ groupName: null, GroupName: ' КВ-41  ' })).toMatchObject({ groupName: 'КВ-41' });
  expect(read({ groupName: 'КВ-41', GroupName: '' })).toMatchObject({ groupName: 'КВ-41' });
});

test('the empty date of .NET and an empty text are absent', () => {
  const found = read({ educationDateEnd: '0001-01-01T00:00:00', middleName: '   ' });
  expect(found).toMatchObject({ educationDateEnd: undefined, middleName: undefined });
});

test('names have one kind of apostrophe', () => {
  const names = { lastName: "Дем'янюк", middleName: 'Вʼячеславівна' };
  expect(read(names)).toMatchObject({ lastName: 'Дем’янюк', middleName: 'В’ячеславівна' });
});

test('only fields of the list are taken', () => {
  const found = read({ passportDocumentNumbers: '1', PersonSexName: '2', ['__proto__']: { x: 1 } });
  expect(Object.keys(found)).toEqual(Object.keys(studentFields.shape));
});

test.each([
  [{ personId: 'x' }, ['personId']],
  [{ lastName: null, firstName: 'a\u0000b' }, ['firstName', 'lastName']],
  [{ groupName: 'x'.repeat(301) }, ['groupName']],
  [{ modifyDate: 'yesterday', statusBeginDate: 7 }, ['modifyDate', 'statusBeginDate']],
])('%j has the invalid fields %j', (own, expected) => {
  expect(read(own)).toEqual(expected);
  expect(readFields(studentFields, 'no object')).toMatchObject({
    invalidFields: expect.any(Array),
  });
});
