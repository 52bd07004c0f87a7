import { expect, test } from 'vitest';
import { meetsSignInRequirements } from './suspended-request.ts';

const verifiedAt = 1000;

test.each([
  ['a passkey', { method: 'passkey' }, true],
  ['another method', { method: 'password' }, false],
  ['a recovery, in which the user added a passkey', { method: 'passkey', amr: ['otp'] }, false],
] as const)('an application that accepts passkeys only, after %s', (_, signIn, isMet) => {
  const session = { ...signIn, verifiedAt };
  expect(meetsSignInRequirements(session, { methods: ['passkey'] })).toBe(isMet);
  expect(meetsSignInRequirements(session, {})).toBe(true);
});
