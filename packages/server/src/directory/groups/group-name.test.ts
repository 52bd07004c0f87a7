import { groupName, validateGroupName } from '@brama/contract/groups/fields';
import { describe, expect, test } from 'vitest';

const cafe = 'caf\u00e9';

describe('validateGroupName says what the schema says', () => {
  const texts = [
    'staff',
    'ФІОТ-21',
    'a.b_c-1',
    cafe,
    cafe.normalize('NFD'),
    'e\u0301',
    '\u0301e',
    '',
    ' ',
    'a b',
    '-a',
    'a/b',
    'a\n',
    'a\0',
    '\ud800',
    '1'.repeat(64),
    '1'.repeat(65),
    'й'.repeat(64).normalize('NFD'),
  ];
  test.each(texts.map((text) => [JSON.stringify(text).slice(0, 40), text]))('%s', (_, text) => {
    expect(validateGroupName(text)).toBe(groupName.safeParse(text).error?.issues[0]?.message);
  });
});

test.each([
  [1, 'must be text: put the number in quotes'],
  [true, 'must be text: put the word in quotes'],
  [null, 'must not be null'],
  [[], 'must be text'],
])('%j is no name', (value, reason) => {
  expect(validateGroupName(value)).toBe(reason);
});
