import { emailKey, loginNameOf, searchKey } from '@brama/contract/sign-in/login-name';
import { describe, expect, test } from 'vitest';
import { blankRow, factsFrom } from './columns.ts';
import { identify } from './match-identity.ts';
import type { User } from './user.ts';

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

test.each([
  ['O.Shevchenko@CAMPUS.example', 'o.shevchenko@campus.example'],
  ['Ö@ＡＢＣ.example', 'Ö@ＡＢＣ.example'],
  ['\u212aate@campus.example', '\u212aate@campus.example'],
  ['İ@campus.example', 'İ@campus.example'],
])('emailKey(%s) is %s: only A–Z are folded', (email, key) => {
  expect(emailKey(email)).toBe(key);
  expect(emailKey(key)).toBe(key);
});

describe('identify', () => {
  const user: User = {
    ...factsFrom(blankRow),
    id: '1',
    username: 'x',
    fullName: 'X',
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

test('a typed username is trimmed and normalized once, and contains no NUL', () => {
  expect(loginNameOf(' Ｏ.Shevchenko@Campus.Example ')).toEqual({
    entered: 'Ｏ.Shevchenko@Campus.Example',
    usernameKey: 'o.shevchenko@campus.example',
    emailKey: 'Ｏ.shevchenko@campus.example',
  });
  expect(loginNameOf('o\0x')).toMatchObject({ usernameKey: 'o\u{fffd}x', emailKey: 'o\u{fffd}x' });
});
