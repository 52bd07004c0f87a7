// Recovery codes: ten for each user, each of which replaces a second factor once. Only keyed hashes are stored.

import type { KeyObject } from 'node:crypto';
import { hashTypedCode, newTypedCode } from '../crypto/typed-code.ts';
import type { Database, Queries } from '../database/connect.ts';

/** How many a user gets. */
const codeCount = 10;

export class RecoveryCodes {
  readonly #db: Database;
  readonly #key: KeyObject;
  readonly #now: () => number;

  constructor(db: Database, { key, now }: { key: KeyObject; now: () => number }) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
  }

  #hashOf = (userId: string, typed: string) => hashTypedCode(this.#key, userId, typed);

  /** Replaces all codes of the user. Returns the new ones, which cannot be read again. */
  async replace(queries: Queries, userId: string): Promise<string[]> {
    const codes = Array.from({ length: codeCount }, newTypedCode);
    await this.remove(queries, userId);
    const created = { user_id: userId, created_at: this.#now(), used_at: null };
    await queries
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ code_hash: this.#hashOf(userId, code), ...created })))
      .execute();
    return codes;
  }

  /** Uses a code of this user. Returns when it was made; undefined for a wrong or used one: of several requests with one code, one wins. */
  async use(queries: Queries, userId: string, typed: string): Promise<number | undefined> {
    const used = await queries
      .updateTable('recovery_codes')
      .set({ used_at: this.#now() })
      .where('code_hash', '=', this.#hashOf(userId, typed))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .returning('created_at')
      .executeTakeFirst();
    return used?.created_at;
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
