// Recovery codes: ten for each user, each of which replaces a second factor once. Only keyed hashes are stored.

import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import type { Database, Queries } from '../database/connect.ts';

/** How many a user gets. */
const codeCount = 10;

/** Small letters and digits without those that look alike: 0 and o, 1 and i and l. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz';

/** 49 bits: with the limits of attempts enough, and short enough to type. */
const codeLength = 10;
const maxTypedLength = 64;

function newCode(): string {
  return Array.from({ length: codeLength }, () => signs[randomInt(signs.length)]).join('');
}

/** Returns the form in which a code is hashed: users type capitals, spaces and dashes. */
function normalize(typed: string): string {
  return typed.slice(0, maxTypedLength).toLowerCase().replaceAll(/[\s-]/g, '');
}

/** Returns a code as users read it: `abcde-fghjk`. */
const spelled = (code: string) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;

export class RecoveryCodes {
  readonly #db: Database;
  readonly #key: KeyObject;
  readonly #now: () => number;

  constructor(db: Database, { key, now }: { key: KeyObject; now: () => number }) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
  }

  #hashOf(userId: string, code: string): string {
    return createHmac('sha256', this.#key)
      .update(`${userId} ${normalize(code)}`)
      .digest('base64url');
  }

  /** Replaces all codes of the user. Returns the new ones, which cannot be read again. */
  async replace(queries: Queries, userId: string): Promise<string[]> {
    const codes = Array.from({ length: codeCount }, newCode);
    await this.remove(queries, userId);
    const created = { user_id: userId, created_at: this.#now(), used_at: null };
    await queries
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ code_hash: this.#hashOf(userId, code), ...created })))
      .execute();
    return codes.map(spelled);
  }

  /** Uses a code of this user. Returns false for a wrong or used one: of several requests with one code, one wins. */
  async use(queries: Queries, userId: string, typed: string): Promise<boolean> {
    const { numUpdatedRows } = await queries
      .updateTable('recovery_codes')
      .set({ used_at: this.#now() })
      .where('code_hash', '=', this.#hashOf(userId, typed))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async countLeft(userId: string, queries: Queries = this.#db): Promise<number> {
    const { left } = await queries
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(left);
  }

  async remove(queries: Queries, userId: string): Promise<void> {
    await queries.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  }
}
