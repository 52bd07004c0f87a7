// Is this the user's password? Every way to fail costs the same hashes and tells nothing apart.

import { isDatabaseUnavailable } from '../../../database/errors.ts';
import { RefusedError } from '../../../errors.ts';
import { preparedPassword } from '../../../users/password-policy.ts';
import type { Credentials } from '../../../users/store.ts';
import type { Decoys } from './dummy-hash.ts';
import type { Hasher } from './hasher.ts';
import { needsRehash } from './parameters.ts';

export type VerifyDeps = {
  renewPasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  hasher: Pick<Hasher, 'hash' | 'verify'>;
  decoys: Decoys;
};

/** Whose password it is, and the hash of it that is stored now. */
export type Proven = { userId: string; passwordHash: string };

/** Why not, for our log alone, and whose password it was not. */
export type Unproven = {
  refused: 'unknown' | 'disabled' | 'no-password' | 'wrong-password';
  userId?: string;
};

/** Chosen passwords are stored in the prepared form; one that was given may have been hashed as it was typed. */
const formsOf = (password: string) => new Set([preparedPassword(password), password]);

export function createVerify({ renewPasswordHash, hasher, decoys }: VerifyDeps) {
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

  function judge(credentials: Credentials | undefined, right: boolean): Proven | Unproven {
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
  ): Promise<Proven | Unproven> {
    const decoy = await decoys.hashFor(name);
    const stored = credentials?.passwordHash ?? decoy;
    const right = await matches(stored, password);
    const proven = judge(credentials, right);
    if ('refused' in proven || !needsRehash(stored)) return proven;
    return { ...proven, passwordHash: await renewed(proven, preparedPassword(password)) };
  };
}
