// Temporary access codes: support gives one to a user whose identity it has checked in person. A code has 50 bits, works once, and is
// stored as a keyed hash, so that a copy of the database does not reveal it.

import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { isOfActiveUser } from './active-user.ts';

/** Without characters that look alike: 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 10;
const groupLength = 5;

function newCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Cyrillic letters of both cases that look like Latin ones: users type the code in either layout. */
const lookalikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
};

/** Returns the code as it was issued, from what a user types: in any case, with or without spaces and hyphens. */
function normalised(typed: string): string {
  const letters = typed.normalize('NFKC').toUpperCase();
  return [...letters]
    .map((letter) => lookalikes[letter] ?? letter)
    .filter((letter) => alphabet.includes(letter))
    .join('');
}

export type NewAccessCode = {
  userId: string;
  /** Who issues it, as support writes it. */
  issuedBy: string;
  reason: string;
  ttlMs: number;
};

export class AccessCodes {
  readonly #db: Database;
  readonly #key: KeyObject;
  readonly #now: () => number;

  constructor(db: Database, { key, now }: { key: KeyObject; now: () => number }) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
  }

  #hashOf(userId: string, code: string): string {
    return createHmac('sha256', this.#key).update(`${userId} ${code}`).digest('base64url');
  }

  /** Stores a new code in place of the previous one, in the caller's transaction. Returns it with a hyphen in its middle. */
  async issue(
    queries: Queries,
    { userId, issuedBy, reason, ttlMs }: NewAccessCode,
  ): Promise<string> {
    const code = newCode();
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
    return `${code.slice(0, groupLength)}-${code.slice(groupLength)}`;
  }

  /**
   * Uses the code of an active user, in the caller's transaction. Returns false for a wrong or expired code. Of two simultaneous
   * calls one returns true. `userId` is empty for an unknown user: the same statement runs.
   */
  async consume(queries: Queries, userId: string, typed: string): Promise<boolean> {
    const row = await queries
      .deleteFrom('access_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', this.#hashOf(userId, normalised(typed)))
      .where('expires_at', '>', this.#now())
      .where(isOfActiveUser('access_codes.user_id'))
      .returning('user_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes up to `most` expired codes. Returns their number. */
  deleteExpired(most: number): Promise<number> {
    return deleteExpired(this.#db, { table: 'access_codes', key: ['user_id'] }, this.#now(), most);
  }
}
