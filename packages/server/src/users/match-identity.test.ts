import { expect, test } from 'vitest';
import { identify, matchByEmail } from './match-identity.ts';
import type { User } from './user.ts';

const user = (id: string, disabled = false) => ({ id, disabled }) as User;
const holder = (id: string, { disabled = false, hasOther = false } = {}) => ({
  user: user(id, disabled),
  hasOther,
});

test.each([
  [undefined, { refused: 'unknown' }],
  [user('a', true), { refused: 'disabled' }],
  [user('a'), { user: user('a') }],
])('a user found by the key: %j', (known, result) => expect(identify(known)).toEqual(result));

test.each([
  ['nobody', [], { refused: 'unknown' }],
  ['one', [holder('a')], { mayLink: user('a') }],
  ['two', [holder('a'), holder('b')], { refused: 'ambiguous' }],
  [
    'one, and one who is out',
    [holder('a'), holder('b', { disabled: true })],
    { mayLink: user('a') },
  ],
  ['one who is out', [holder('a', { disabled: true })], { refused: 'disabled' }],
  ['one who came as another', [holder('a', { hasOther: true })], { refused: 'other-identity' }],
])('the email address belongs to %s', (_, holders, result) =>
  expect(matchByEmail(holders)).toEqual(result),
);
