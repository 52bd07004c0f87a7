// Temporary access codes: support gives one to a user whose identity it has checked in person. A code has 50 bits, works once, and is
// stored as a keyed hash, so that a copy of the database does not reveal it.

import type { KeyObject } from 'node:crypto';
import { hashTypedCode, newTypedCode } from '../crypto/typed-code.ts';
import type { Queries } from '../database/connect.ts';
import { isOfActiveUser, shareUser } from '../users/ways-in.ts';

export type NewAccessCode = {
  userId: string;
  /** Who issues it, as support writes it. */
  issuedBy: string;
  reason: string;
  ttlMs: number;
};

export class AccessCodes {
  readonly #key: KeyObject;
  readonly #now: () => number;

  constructor({ key, now }: { key: KeyObject; now: () => number }) {
    this.#key = key;
    this.#now = now;
  }

  #hashOf = (userId: string, typed: string) => hashTypedCode(this.#key, userId, typed);

  /** Stores a new code in place of the previous one, in the caller's transaction. Returns it. */
  async issue(
    queries: Queries,
    { userId, issuedBy, reason, ttlMs }: NewAccessCode,
  ): Promise<string> {
    const code = newTypedCode();
    const at = this.#now();
    const values = {
      code_hash: this.#hashOf(userId, code),
      issued_by: issuedBy,
      reason,
      created_at: at,
      expires_at: at + ttlMs,
    };
    await queries
      .insertInto('access_codes')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    return code;
  }

  /**
   * Uses the code of an active user, in the caller's transaction. Returns false for a wrong or expired code. Of two simultaneous
   * calls one returns true. `userId` is empty for an unknown user: the same statements run.
   */
  async consume(queries: Queries, userId: string, typed: string): Promise<boolean> {
    await shareUser(queries, userId);
    const row = await queries
      .deleteFrom('access_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', this.#hashOf(userId, typed))
      .where('expires_at', '>', this.#now())
      .where(isOfActiveUser('access_codes.user_id'))
      .returning('user_id')
      .executeTakeFirst();
    return row !== undefined;
  }
}
