// One-time secrets that lead to a new password: 256 bits, half an hour, the newest two of each user. Only their hashes are
// stored.

import { type ExpressionBuilder, sql } from 'kysely';
import { hashSecret, newSecret } from '../../../crypto/secrets.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import type { Tables } from '../../../database/schema.ts';

const lifeMs = 30 * 60_000;

export function createPasswordResets(db: Database, now: () => number) {
  const isGood = (token: string) => (eb: ExpressionBuilder<Tables, 'password_resets'>) => {
    const hash = hashSecret(token);
    return eb.or([
      eb('token_hash', '=', hash).and('expires_at', '>', now()),
      eb('previous_token_hash', '=', hash).and('previous_expires_at', '>', now()),
    ]);
  };

  return {
    /**
     * A new one. The one before stays good until its end, for anybody may ask: whoever asks right after a user would
     * void the letter they are about to use. More than two within their half hour nobody is sent.
     */
    async issue(userId: string): Promise<string> {
      const token = newSecret();
      const values = { token_hash: hashSecret(token), expires_at: now() + lifeMs };
      const earlier = {
        previous_token_hash: sql<string>`password_resets.token_hash`,
        previous_expires_at: sql<number>`password_resets.expires_at`,
      };
      await db
        .insertInto('password_resets')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, ...earlier }))
        .execute();
      return token;
    },

    /** Whose it is, while it is good. */
    async userIdOf(token: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('password_resets')
        .select('user_id')
        .where(isGood(token))
        .executeTakeFirst();
      return row?.user_id;
    },

    /** Uses all of the user up, in the caller's transaction: of two at the same moment one wins. */
    async consume(queries: Queries, token: string): Promise<boolean> {
      const row = await queries
        .deleteFrom('password_resets')
        .where(isGood(token))
        .returning('user_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The password has changed: a link on the way to it is worth nothing. */
    async voidFor(queries: Queries, userId: string): Promise<void> {
      await queries.deleteFrom('password_resets').where('user_id', '=', userId).execute();
    },

    /** Deletes up to `most` that have run out. Returns how many. */
    deleteExpired: (most: number) => deleteExpired(db, 'password_resets', now(), most),
  };
}

export type PasswordResets = ReturnType<typeof createPasswordResets>;
