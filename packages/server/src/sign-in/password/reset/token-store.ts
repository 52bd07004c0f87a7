// Stores the one-time tokens of password reset links: 256 bits, valid for half an hour, the latest two of each user. Only
// their hashes are stored.

import { type ExpressionBuilder, sql } from 'kysely';
import { hashSecret, newSecret } from '../../../crypto/secrets.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import type { Tables } from '../../../database/schema.ts';

const ttlMs = 30 * 60_000;

export class PasswordResetTokens {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  #isValid(token: string) {
    const hash = hashSecret(token);
    const at = this.#now();
    return (eb: ExpressionBuilder<Tables, 'password_resets'>) =>
      eb.or([
        eb('token_hash', '=', hash).and('expires_at', '>', at),
        eb('previous_token_hash', '=', hash).and('previous_expires_at', '>', at),
      ]);
  }

  /**
   * Returns a new token. The previous one stays valid until it expires, because anybody may request a link. Otherwise
   * an attacker's request would void the link that the user is about to open.
   */
  async issue(userId: string): Promise<string> {
    const token = newSecret();
    const values = { token_hash: hashSecret(token), expires_at: this.#now() + ttlMs };
    const previous = {
      previous_token_hash: sql<string>`password_resets.token_hash`,
      previous_expires_at: sql<number>`password_resets.expires_at`,
    };
    await this.#db
      .insertInto('password_resets')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, ...previous }))
      .execute();
    return token;
  }

  /** Returns the user of a valid token. */
  async userIdOf(token: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('password_resets')
      .select('user_id')
      .where(this.#isValid(token))
      .executeTakeFirst();
    return row?.user_id;
  }

  /** Uses up all tokens of the user, in the caller's transaction. Of two simultaneous calls one returns true. */
  async consume(queries: Queries, token: string): Promise<boolean> {
    const row = await queries
      .deleteFrom('password_resets')
      .where(this.#isValid(token))
      .returning('user_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Voids the links already sent to the user. */
  async deleteForUser(queries: Queries, userId: string): Promise<void> {
    await queries.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  }

  /** Deletes up to `most` expired rows. Returns their number. */
  deleteExpired(most: number): Promise<number> {
    return deleteExpired(
      this.#db,
      { table: 'password_resets', key: ['user_id'] },
      this.#now(),
      most,
    );
  }
}
