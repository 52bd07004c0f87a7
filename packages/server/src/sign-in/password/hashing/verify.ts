// Is this the user's password? Every way to fail costs the same hashes and tells nothing apart.

import { isDatabaseUnavailable } from '../../../database/errors.ts';
import { RequestError } from '../../../errors.ts';
import { normalizePassword } from '../../../users/password-policy.ts';
import type { Credentials } from '../../../users/store.ts';
import type { DummyHashes } from './dummy-hash.ts';
import type { Hasher } from './hasher.ts';
import { needsRehash } from './parameters.ts';

export type VerifyDeps = {
  renewPasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  hasher: Pick<Hasher, 'hash' | 'verify'>;
  dummyHashes: DummyHashes;
};

/** Whose password it is, and the hash of it that is stored now. */
export type PasswordVerified = { userId: string; passwordHash: string };

/** Why not, for our log alone, and whose password it was not. */
export type PasswordRejected = {
  refused: 'unknown' | 'disabled' | 'no-password' | 'wrong-password';
  userId?: string;
};

/** Chosen passwords are stored in the prepared form; one that was given may have been hashed as it was typed. */
const formsOf = (password: string) => new Set([normalizePassword(password), password]);

export function createVerifyPassword({ renewPasswordHash, hasher, dummyHashes }: VerifyDeps) {
  /** With today's parameters. A busy moment is no reason to refuse a right password: next time, then. */
  async function renewed({ userId, passwordHash }: PasswordVerified, password: string) {
    try {
      const to = await hasher.hash(password);
      return (await renewPasswordHash(userId, passwordHash, to)) ? to : passwordHash;
    } catch (error) {
      if (!(error instanceof RequestError) && !isDatabaseUnavailable(error)) throw error;
      return passwordHash;
    }
  }

  async function matches(stored: string, password: string): Promise<boolean> {
    for (const form of formsOf(password)) if (await hasher.verify(stored, form)) return true;
    return false;
  }

  function judge(
    credentials: Credentials | undefined,
    right: boolean,
  ): PasswordVerified | PasswordRejected {
    if (!credentials) return { refused: 'unknown' };
    const { userId, passwordHash, disabled } = credentials;
    if (disabled) return { refused: 'disabled', userId };
    if (!passwordHash) return { refused: 'no-password', userId };
    return right ? { userId, passwordHash } : { refused: 'wrong-password', userId };
  }

  /** `name`: what attempts for this user, or for what nobody is called, are counted under. */
  return async function verifyPassword(
    name: string,
    credentials: Credentials | undefined,
    password: string,
  ): Promise<PasswordVerified | PasswordRejected> {
    const decoy = await dummyHashes.dummyHashFor(name);
    const stored = credentials?.passwordHash ?? decoy;
    const right = await matches(stored, password);
    const proven = judge(credentials, right);
    if ('refused' in proven || !needsRehash(stored)) return proven;
    return { ...proven, passwordHash: await renewed(proven, normalizePassword(password)) };
  };
}
