// Sign-in tickets: one-time proof of who somebody is, between the method and the session. Only the hash
// is stored.

import type { MethodId } from '@brama/contract/pages/login-page';
import { decryptOrThrow, type Encryption } from '../crypto/encryption.ts';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import type { SignIn } from '../sessions/session.ts';
import type { VerifiedIdentity } from '../users/match-identity.ts';

type Deps = { ttlSeconds: number; now: () => number; encryption: Encryption };

/**
 * A ticket stays so long after its end. Attempts are shorter: while one lasts, its used ticket is there to
 * tell that it gives no second session.
 */
const remembered = 10 * 60_000;

const contextOf = (idHash: string) => `tax id of sign-in ticket ${idHash}`;

/** What a method calls its attempt, told apart from those of other methods. */
const storedAttempt = (method: MethodId, attempt: string) => `${method} ${attempt}`;

type Used = { signIn: SignIn; attempt: string | undefined };

export function createSignInTickets(db: Database, { ttlSeconds, now, encryption }: Deps) {
  /** A used ticket tells that it was, and keeps nothing else. */
  async function forgetTaxId(queries: Queries, idHash: string) {
    const update = queries.updateTable('sign_in_tickets').set({ encrypted_tax_id: null });
    await update.where('id_hash', '=', idHash).execute();
  }

  return {
    /** Nothing when a ticket of this attempt has been used before. */
    async issue(
      userId: string,
      { method, verifiedAt, taxId }: Omit<VerifiedIdentity, 'subject'>,
      attempt?: string,
    ): Promise<string | undefined> {
      const ticket = newSecret();
      const idHash = hashSecret(ticket);
      const createdAt = now();
      const values = {
        id_hash: idHash,
        user_id: userId,
        method,
        verified_at: verifiedAt,
        created_at: createdAt,
        expires_at: createdAt + ttlSeconds * 1000,
        encrypted_tax_id: taxId === undefined ? null : encryption.encrypt(taxId, contextOf(idHash)),
      };
      const issued = await db
        .insertInto('sign_in_tickets')
        .values({
          ...values,
          consumed_at: null,
          attempt: attempt === undefined ? null : storedAttempt(method, attempt),
        })
        // one row for each attempt: its newest ticket is its only one
        .onConflict((conflict) =>
          conflict
            .column('attempt')
            .doUpdateSet(values)
            .where('sign_in_tickets.consumed_at', 'is', null),
        )
        .returning('id_hash')
        .executeTakeFirst();
      return issued && ticket;
    },

    /**
     * Uses a ticket up. One conditional UPDATE: of two at the same moment, on any nodes, one wins.
     * Nothing for a ticket that is unknown, used, late, or whose user has been disabled since.
     * @throws when the tax number in it cannot be opened.
     */
    async consume(queries: Queries, ticket: string): Promise<Used | undefined> {
      const at = now();
      const idHash = hashSecret(ticket);
      const row = await queries
        .updateTable('sign_in_tickets')
        .set({ consumed_at: at })
        .where('id_hash', '=', idHash)
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
        .returning(['user_id', 'method', 'verified_at', 'encrypted_tax_id', 'attempt'])
        .executeTakeFirst();
      if (!row) return undefined;
      const method = row.method as MethodId;
      const sealed = row.encrypted_tax_id;
      if (sealed !== null) await forgetTaxId(queries, idHash);
      return {
        signIn: {
          userId: row.user_id,
          method,
          verifiedAt: row.verified_at,
          taxId:
            sealed === null ? undefined : decryptOrThrow(encryption, sealed, contextOf(idHash)),
        },
        attempt: row.attempt?.slice(storedAttempt(method, '').length),
      };
    },

    /** Takes the tax number out of up to `most` tickets that ran out unused. Returns out of how many. */
    async deleteExpiredTaxIds(most: number): Promise<number> {
      const result = await db
        .updateTable('sign_in_tickets')
        .set({ encrypted_tax_id: null })
        .where('id_hash', 'in', (q) =>
          q
            .selectFrom('sign_in_tickets')
            .select('id_hash')
            .where('expires_at', '<=', now())
            .where('encrypted_tax_id', 'is not', null)
            .limit(most),
        )
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** Deletes up to `most` tickets that are long over. Returns how many. */
    deleteExpired: (most: number) => deleteExpired(db, 'sign_in_tickets', now() - remembered, most),
  };
}

export type SignInTickets = ReturnType<typeof createSignInTickets>;
