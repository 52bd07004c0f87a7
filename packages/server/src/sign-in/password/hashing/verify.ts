// Verifies a password against the stored hash. Every rejection costs the same hash computations and looks the same.

import { isDatabaseUnavailable } from '../../../database/errors.ts';
import { RequestError } from '../../../errors.ts';
import { normalizePassword } from '../../../users/password-policy.ts';
import type { Credentials } from '../../../users/store.ts';
import type { Hasher } from '../../method.ts';
import type { PasswordRejected, VerifyPassword } from '../verify-password.ts';
import type { DummyHashes } from './dummy-hash.ts';
import { needsRehash } from './parameters.ts';

export type VerifyDeps = {
  renewPasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  passwordHashOf(userId: string): Promise<string | null>;
  hasher: Pick<Hasher, 'hash' | 'verify'>;
  dummyHashes: DummyHashes;
};

/** The user and the hash that is stored now. */
type HashVerified = { userId: string; passwordHash: string };

/** Passwords chosen here are stored in the normal form. Imported hashes may be of the password as it was typed. */
const formsOf = (password: string) => new Set([normalizePassword(password), password]);

async function matches(hasher: Pick<Hasher, 'verify'>, hash: string, password: string) {
  for (const form of formsOf(password)) if (await hasher.verify(hash, form)) return true;
  return false;
}

/** Replaces the hash by one with current parameters and returns the hash that is stored then. */
async function renewHash(
  { hasher, renewPasswordHash, passwordHashOf }: VerifyDeps,
  { userId, passwordHash }: HashVerified,
  password: string,
) {
  try {
    const to = await hasher.hash(password);
    if (await renewPasswordHash(userId, passwordHash, to)) return to;
    // a simultaneous sign-in has renewed it, or the password has changed
    const current = await passwordHashOf(userId);
    return current && (await matches(hasher, current, password)) ? current : passwordHash;
  } catch (error) {
    // a busy server does not reject a correct password: the next sign-in renews the hash
    if (!(error instanceof RequestError) && !isDatabaseUnavailable(error)) throw error;
    return passwordHash;
  }
}

function resultOf(
  credentials: Credentials | undefined,
  isCorrect: boolean,
): HashVerified | PasswordRejected {
  if (!credentials) return { refused: 'unknown' };
  const { userId, passwordHash, disabled } = credentials;
  if (disabled) return { refused: 'disabled', userId };
  if (!passwordHash) return { refused: 'no-password', userId };
  return isCorrect ? { userId, passwordHash } : { refused: 'wrong-password', userId };
}

/** An unknown user is compared with the dummy hash of the key. */
export function createVerifyPassword(deps: VerifyDeps): VerifyPassword {
  return async (usernameKey, credentials, password) => {
    // computed for known users too, so that the time does not reveal whether the user exists
    const dummyHash = await deps.dummyHashes.dummyHashFor(usernameKey);
    const hash = credentials?.passwordHash ?? dummyHash;
    const isCorrect = await matches(deps.hasher, hash, password);
    const result = resultOf(credentials, isCorrect);
    if ('refused' in result || !needsRehash(hash)) return result;
    return { ...result, passwordHash: await renewHash(deps, result, normalizePassword(password)) };
  };
}
