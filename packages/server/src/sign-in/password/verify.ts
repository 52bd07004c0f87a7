// Is this the user's password? Every way to fail costs one equal hash and tells nothing apart.

import { isDatabaseUnavailable } from '../../database/faults.ts';
import { RefusedError } from '../../errors.ts';
import type { VerifiedIdentity } from '../../users/identify.ts';
import type { Credentials } from '../../users/store.ts';
import type { Turn } from './fair-queue.ts';
import type { Hasher } from './hasher.ts';
import { needsRehash } from './parameters.ts';

export type PasswordNeeds = {
  credentialsOf(username: string): Promise<Credentials | undefined>;
  renewPasswordHash(userId: string, from: string, to: string): Promise<void>;
  hasher: Pick<Hasher, 'hash' | 'verify'>;
  now(): number;
};

/**
 * Hash of a random text nobody knows, made with today's parameters: what unknown users and users without
 * a password are checked against.
 */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$HaOtZGCQanIEOblaxcalOQ$O2wg/SEu6JCyH0AcQT0OwFvVha4YScrdtG55lJ2LMww';

export function createVerify({ credentialsOf, renewPasswordHash, hasher, now }: PasswordNeeds) {
  /** With today's parameters. A busy moment is no reason to refuse a right password: next time, then. */
  async function renew(userId: string, stored: string, password: string, turn: Turn) {
    try {
      await renewPasswordHash(userId, stored, await hasher.hash(password, turn));
    } catch (error) {
      if (!(error instanceof RefusedError) && !isDatabaseUnavailable(error)) throw error;
    }
  }

  return async function verifyPassword(
    username: string,
    password: string,
    turn: Turn,
  ): Promise<VerifiedIdentity | undefined> {
    const credentials = await credentialsOf(username);
    const stored = credentials?.passwordHash ?? nobodysHash;
    const matches = await hasher.verify(stored, password, turn);
    if (!matches || !credentials?.passwordHash || credentials.disabled) return undefined;
    if (needsRehash(stored)) await renew(credentials.userId, stored, password, turn);
    return { method: 'password', subject: credentials.userId, verifiedAt: now() };
  };
}
