// Sign-in tickets: one-time proof of who somebody is, between the method and the session. Only the hash
// is stored.

import type { MethodId } from '@brama/contract/login-page';
import type { Database, Queries } from '../database/connect.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import type { SignIn } from '../sessions/session.ts';
import type { VerifiedIdentity } from '../users/identify.ts';

export function createSignInTickets(db: Database, ttlSeconds: number, now: () => number) {
  return {
    async issue(
      userId: string,
      { method, verifiedAt }: Pick<VerifiedIdentity, 'method' | 'verifiedAt'>,
    ): Promise<string> {
      const ticket = newSecret();
      const createdAt = now();
      await db
        .insertInto('sign_in_tickets')
        .values({
          id_hash: hashSecret(ticket),
          user_id: userId,
          method,
          verified_at: verifiedAt,
          created_at: createdAt,
          expires_at: createdAt + ttlSeconds * 1000,
          consumed_at: null,
        })
        .execute();
      return ticket;
    },

    /**
     * Uses a ticket up. One conditional UPDATE: of two at the same moment, on any nodes, one wins.
     * Nothing for a ticket that is unknown, used, late, or whose user has been disabled since.
     */
    async consume(queries: Queries, ticket: string): Promise<SignIn | undefined> {
      const at = now();
      const row = await queries
        .updateTable('sign_in_tickets')
        .set({ consumed_at: at })
        .where('id_hash', '=', hashSecret(ticket))
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', at)
        // not `user_id in (select …)`: SQLite would read all users to make that list
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('users')
              .select('users.id')
              .whereRef('users.id', '=', 'sign_in_tickets.user_id')
              .where('users.disabled', '=', 0),
          ),
        )
        .returning(['user_id', 'method', 'verified_at'])
        .executeTakeFirst();
      return (
        row && {
          userId: row.user_id,
          method: row.method as MethodId,
          verifiedAt: row.verified_at,
        }
      );
    },

    /** Deletes up to `most` tickets that are over. Returns how many. */
    async sweep(most: number): Promise<number> {
      const result = await db
        .deleteFrom('sign_in_tickets')
        .where('id_hash', 'in', (q) =>
          q
            .selectFrom('sign_in_tickets')
            .select('id_hash')
            .where('expires_at', '<=', now())
            .limit(most),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

export type SignInTickets = ReturnType<typeof createSignInTickets>;
