// Is this the user's password? Every way to fail costs the same hashes and tells nothing apart.

import { isDatabaseUnavailable } from '../../database/faults.ts';
import { RefusedError } from '../../errors.ts';
import { preparedPassword } from '../../users/password-policy.ts';
import type { Credentials } from '../../users/store.ts';
import type { Hasher } from './hasher.ts';
import { needsRehash } from './parameters.ts';

export type VerifyNeeds = {
  credentialsOf(username: string): Promise<Credentials | undefined>;
  renewPasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  hasher: Pick<Hasher, 'hash' | 'verify'>;
};

/** Whose password it is, and the hash of it that is stored now. */
export type Proven = { userId: string; passwordHash: string };

/**
 * Hash of a random text nobody knows, made with today's parameters: what unknown users and users without
 * a password are checked against.
 */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$HaOtZGCQanIEOblaxcalOQ$O2wg/SEu6JCyH0AcQT0OwFvVha4YScrdtG55lJ2LMww';

/** Chosen passwords are stored in the prepared form; one that was given may have been hashed as it was typed. */
const formsOf = (password: string) => new Set([preparedPassword(password), password]);

export function createVerify({ credentialsOf, renewPasswordHash, hasher }: VerifyNeeds) {
  /** With today's parameters. A busy moment is no reason to refuse a right password: next time, then. */
  async function renewed({ userId, passwordHash }: Proven, password: string) {
    try {
      const to = await hasher.hash(password);
      return (await renewPasswordHash(userId, passwordHash, to)) ? to : passwordHash;
    } catch (error) {
      if (!(error instanceof RefusedError) && !isDatabaseUnavailable(error)) throw error;
      return passwordHash;
    }
  }

  async function matches(stored: string, password: string): Promise<boolean> {
    for (const form of formsOf(password)) if (await hasher.verify(stored, form)) return true;
    return false;
  }

  return async function verifyPassword(
    username: string,
    password: string,
  ): Promise<Proven | undefined> {
    const credentials = await credentialsOf(username);
    const stored = credentials?.passwordHash ?? nobodysHash;
    const right = await matches(stored, password);
    if (!right || !credentials?.passwordHash || credentials.disabled) return undefined;
    const proven = { userId: credentials.userId, passwordHash: stored };
    if (!needsRehash(stored)) return proven;
    return { ...proven, passwordHash: await renewed(proven, preparedPassword(password)) };
  };
}
