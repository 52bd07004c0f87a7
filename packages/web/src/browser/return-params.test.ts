import { returnQuery } from '@brama/contract/sign-in/return-params';
import { expect, test } from 'vitest';

test.each([
  ['', ''],
  ['?lng=en', ''],
  ['?appId=', ''],
  ['?appId=7', '?appId=7'],
  ['?x=1&state=a%26b&appId=7&request=r', '?appId=7&state=a%26b&request=r'],
  ['?appId=1&appId=2&state=s', '?state=s'],
])('%s → %s', (search, expected) => expect(returnQuery(search)).toBe(expected));

test('other parameters can precede them', () => {
  expect(returnQuery('?appId=7', { session: 'ended' })).toBe('?session=ended&appId=7');
});
