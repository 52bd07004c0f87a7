// One-time secrets that lead to a new password: 256 bits, half an hour, one for each user. Only their hash is stored.

import type { Database, Queries } from '../../database/connect.ts';
import { hashSecret, newSecret } from '../../secrets.ts';

const lifeMs = 30 * 60_000;

export function createPasswordResets(db: Database, now: () => number) {
  return {
    /** A new one; the one before is worth nothing any more. */
    async issue(userId: string): Promise<string> {
      const token = newSecret();
      const values = { token_hash: hashSecret(token), expires_at: now() + lifeMs };
      await db
        .insertInto('password_resets')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
      return token;
    },

    /** Whose it is, while it is good. */
    async userIdOf(token: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('password_resets')
        .select('user_id')
        .where('token_hash', '=', hashSecret(token))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row?.user_id;
    },

    /** Uses it up, in the caller's transaction: of two at the same moment one wins. */
    async consume(queries: Queries, token: string): Promise<boolean> {
      const row = await queries
        .deleteFrom('password_resets')
        .where('token_hash', '=', hashSecret(token))
        .where('expires_at', '>', now())
        .returning('user_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The password has changed: a link on the way to it is worth nothing. */
    async voidFor(queries: Queries, userId: string): Promise<void> {
      await queries.deleteFrom('password_resets').where('user_id', '=', userId).execute();
    },

    /** Deletes up to `most` that have run out. Returns how many. */
    async sweep(most: number): Promise<number> {
      const result = await db
        .deleteFrom('password_resets')
        .where('user_id', 'in', (q) =>
          q
            .selectFrom('password_resets')
            .select('user_id')
            .where('expires_at', '<=', now())
            .limit(most),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

export type PasswordResets = ReturnType<typeof createPasswordResets>;
