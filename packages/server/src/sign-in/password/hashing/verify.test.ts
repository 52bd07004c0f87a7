// Password hashes with outdated parameters, and failures to compute or store a new hash.

import { expect, test } from 'vitest';
import { RequestError } from '../../../errors.ts';
import { createVerifyPassword, type VerifyDeps } from './verify.ts';

const old = '$argon2id$v=19$m=65536,t=3,p=4$salt$hash';
const todays = '$argon2id$v=19$m=19456,t=2,p=1$salt$hash';
const other = '$argon2id$v=19$m=19456,t=2,p=1$salt$other';

function verifyWith(changes: {
  hash?: () => Promise<string>;
  isKept?: boolean;
  current?: string;
  disabled?: boolean;
}) {
  const disabled = changes.disabled ?? false;
  const credentials = { userId: 'u', usernameKey: 'o', passwordHash: old, disabled };
  const deps: VerifyDeps = {
    renewPasswordHash: async () => changes.isKept ?? true,
    passwordHashOf: async () => changes.current ?? old,
    hasher: { hash: changes.hash ?? (async () => todays), verify: async (hash) => hash !== other },
    dummyHashes: { dummyHashFor: async () => todays },
  };
  return createVerifyPassword(deps)('o', credentials, 'right');
}

test('a correct password is accepted even if its hash cannot be renewed', async () => {
  expect(await verifyWith({})).toEqual({ userId: 'u', passwordHash: todays });
  expect(await verifyWith({ isKept: false })).toEqual({ userId: 'u', passwordHash: old });
  const hash = () => Promise.reject(new RequestError('busy', {}));
  expect(await verifyWith({ hash })).toEqual({ userId: 'u', passwordHash: old });
});

test('the hash that a simultaneous sign-in has stored counts, not that of another password', async () => {
  const renewed = await verifyWith({ isKept: false, current: `${todays}2` });
  expect(renewed).toEqual({ userId: 'u', passwordHash: `${todays}2` });
  const changed = await verifyWith({ isKept: false, current: other });
  expect(changed).toEqual({ userId: 'u', passwordHash: old });
});

test('an internal error is not reported as a wrong password', async () => {
  const hash = () => Promise.reject(new TypeError('planted'));
  await expect(verifyWith({ hash })).rejects.toThrow('planted');
});

test('a correct password of a disabled user is rejected', async () => {
  expect(await verifyWith({ disabled: true })).toEqual({ refused: 'disabled', userId: 'u' });
});
