import { describe, expect, test } from 'vitest';
import { identify } from './identify.ts';
import { searchKey, type User } from './user.ts';

test.each([
  ['O.Shevchenko', 'o.shevchenko'],
  ['ＡＢＣ', 'abc'],
  ['Ґудзь', 'ґудзь'],
  ['Й', 'й'], // й as one letter and as two
  ['ﬁ', 'fi'],
  ['İ', 'i̇'],
])('searchKey(%s) is %s', (text, key) => {
  expect(searchKey(text)).toBe(key.normalize('NFKC'));
  expect(searchKey(searchKey(text))).toBe(searchKey(text));
});

describe('identify', () => {
  const user: User = {
    id: '1',
    username: 'x',
    fullName: 'X',
    email: null,
    studentId: null,
    employeeId: null,
    data: {},
    groups: [],
    disabled: false,
  };
  test.each([
    [undefined, { refused: 'unknown' }],
    [{ ...user, disabled: true }, { refused: 'disabled' }],
    [user, { user }],
  ])('%#', (known, result) => {
    expect(identify(known)).toEqual(result);
  });
});
