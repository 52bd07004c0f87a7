// Which identity of an outside method belongs to which user: one identity to one user, one user to one identity
// of each method. Decides nothing about who may be linked.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Database, Queries } from '../database/connect.ts';

export type ExternalIdentity = {
  method: MethodId;
  issuer: string;
  /** Never given to another person by the issuer, unlike an address. */
  subject: string;
};

export type Link = { email: string | null; linkedAt: number };

/** What else may let a user in: columns of their record. */
export type OtherMethod = 'password' | 'tax-id';
const columnOf = { password: 'password_hash', 'tax-id': 'tax_id_hash' } as const;

/** In place of a subject that is linked to nobody any more; no issuer has one like it. */
const markOf = (userId: string) => `unlinked by ${userId}`;

/** Thrown inside a transaction to undo it. */
class TakenError extends Error {
  override name = 'TakenError';
}

export function createLinkedIdentities(db: Database, now: () => number) {
  async function insert(
    queries: Queries,
    { method, issuer, subject }: ExternalIdentity,
    userId: string,
    email: string | null,
  ): Promise<boolean> {
    const inserted = await queries
      .insertInto('linked_identities')
      .values({
        method,
        issuer,
        subject,
        user_id: userId,
        email,
        linked_at: now(),
        last_used_at: null,
        unlinked_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async function userIdOf({ method, issuer, subject }: ExternalIdentity) {
    const row = await db
      .selectFrom('linked_identities')
      .select('user_id')
      .where('method', '=', method)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.user_id;
  }

  async function ofUser(method: MethodId, userId: string): Promise<Link | undefined> {
    const row = await db
      .selectFrom('linked_identities')
      .select(['email', 'linked_at'])
      .where('user_id', '=', userId)
      .where('method', '=', method)
      .where('unlinked_at', 'is', null)
      .executeTakeFirst();
    return row && { email: row.email, linkedAt: row.linked_at };
  }

  return {
    userIdOf,

    ofUser,

    /**
     * Links an identity to a user who has none of its method. Of two at once for one user or of one identity
     * the first wins; true where the identity belongs to this user in the end.
     */
    async add(identity: ExternalIdentity, userId: string, email: string | null): Promise<boolean> {
      if (await insert(db, identity, userId, email)) return true;
      return (await userIdOf(identity)) === userId;
    },

    /** The same for a user who may have another; false, and nothing changed, where it is somebody else's. */
    async replace(
      identity: ExternalIdentity,
      userId: string,
      email: string | null,
    ): Promise<boolean> {
      try {
        await db.transaction().execute(async (transaction) => {
          await transaction
            .deleteFrom('linked_identities')
            .where('user_id', '=', userId)
            .where('method', '=', identity.method)
            .execute();
          if (!(await insert(transaction, identity, userId, email))) throw new TakenError();
        });
        return true;
      } catch (error) {
        if (error instanceof TakenError) return false;
        throw error;
      }
    },

    async noteUse({ method, issuer, subject }: ExternalIdentity): Promise<void> {
      await db
        .updateTable('linked_identities')
        .set({ last_used_at: now() })
        .where('method', '=', method)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .execute();
    },

    /** Could this user sign in in one of these ways? */
    async hasOtherMethod(userId: string, ways: readonly OtherMethod[]): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where((q) => q.or(ways.map((way) => q(columnOf[way], 'is not', null))))
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Unlinks; false where none of these ways would be left and something is linked. One statement: whatever
     * happens at the same moment, nobody is left outside. A mark stays: whoever has lost a mailbox unlinks it,
     * and whoever has it now must not come back by its address.
     */
    async remove(method: MethodId, userId: string, ways: readonly OtherMethod[]): Promise<boolean> {
      await db
        .updateTable('linked_identities')
        .set({ subject: markOf(userId), email: null, last_used_at: null, unlinked_at: now() })
        .where('user_id', '=', userId)
        .where('method', '=', method)
        .where('unlinked_at', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('users')
              .select('users.id')
              .whereRef('users.id', '=', 'linked_identities.user_id')
              .where((q) => q.or(ways.map((way) => q(`users.${columnOf[way]}`, 'is not', null)))),
          ),
        )
        .execute();
      return (await ofUser(method, userId)) === undefined;
    },
  };
}

export type LinkedIdentities = ReturnType<typeof createLinkedIdentities>;
