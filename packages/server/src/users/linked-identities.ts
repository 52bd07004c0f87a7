// Stores which external identity belongs to which user: one identity to one user, and per method one identity to a user.
// Who may be linked is decided by `match-identity.ts`, and whether users may unlink the identity by `factors/removal-rule.ts`.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Database, Queries } from '../database/connect.ts';
import type { Statement } from '../database/direct.ts';
import { forShare } from '../database/postgres/row-locks.ts';

export type ExternalIdentity = {
  method: MethodId;
  issuer: string;
  /** Unlike an address, the issuer never gives it to another person. */
  subject: string;
};

export type Link = { email: string | null; linkedAt: number };

/** Replaces the subject of an unlinked identity. No issuer has such a subject. */
const unlinkedSubject = (userId: string) => `unlinked by ${userId}`;

/** Writes what belongs to a change, within its transaction. */
type WriteAlso = (queries: Queries) => Promise<void>;
const nothing: WriteAlso = async () => undefined;

/** Shares the lock of the user: one who is erased at the same time keeps no identity. Returns false for a user who is disabled by then. */
async function insert(
  queries: Queries,
  { method, issuer, subject }: ExternalIdentity,
  link: { userId: string; email: string | null; linkedAt: number },
): Promise<boolean> {
  const owner = queries
    .selectFrom('users')
    .select(({ cast, val }) => [
      val<string>(method).as('method'),
      val(issuer).as('issuer'),
      val(subject).as('subject'),
      'users.id as user_id',
      val(link.email).as('email'),
      cast<number>(val(link.linkedAt), 'bigint').as('linked_at'),
    ])
    .where('users.id', '=', link.userId)
    .where('users.disabled', '=', 0);
  const inserted = await queries
    .insertInto('linked_identities')
    .columns(['method', 'issuer', 'subject', 'user_id', 'email', 'linked_at'])
    .expression(forShare(queries, owner))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export class LinkedIdentities {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async findUserId({ method, issuer, subject }: ExternalIdentity): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('linked_identities')
      .select('user_id')
      .where(({ and }) => and({ method, issuer, subject }))
      .executeTakeFirst();
    return row?.user_id;
  }

  async findForUser(
    method: MethodId,
    userId: string,
    queries: Queries = this.#db,
  ): Promise<Link | undefined> {
    const row = await queries
      .selectFrom('linked_identities')
      .select(['email', 'linked_at'])
      .where('user_id', '=', userId)
      .where('method', '=', method)
      .where('unlinked_at', 'is', null)
      .executeTakeFirst();
    return row && { email: row.email, linkedAt: row.linked_at };
  }

  /**
   * Links an identity to an enabled user without an identity of its method. The first of several simultaneous calls wins. Returns
   * whether the identity belongs to this user afterwards. Calls `writeAlso` if this call has linked it.
   */
  async add(
    identity: ExternalIdentity,
    userId: string,
    email: string | null,
    writeAlso = nothing,
  ): Promise<boolean> {
    const link = { userId, email, linkedAt: this.#now() };
    const isAdded = await this.#db.transaction().execute(async (transaction) => {
      const isInserted = await insert(transaction, identity, link);
      if (isInserted) await writeAlso(transaction);
      return isInserted;
    });
    if (isAdded) return true;
    return (await this.findUserId(identity)) === userId;
  }

  /**
   * Links an identity in place of another one, in the caller's transaction. Returns false if it belongs to another user: the caller
   * undoes the transaction.
   */
  async replace(
    queries: Queries,
    identity: ExternalIdentity,
    userId: string,
    email: string | null,
  ): Promise<boolean> {
    await queries
      .deleteFrom('linked_identities')
      .where('user_id', '=', userId)
      .where('method', '=', identity.method)
      .execute();
    return insert(queries, identity, { userId, email, linkedAt: this.#now() });
  }

  /** Returns the statement that stores a use. It changes no row if the identity was unlinked at the same time. */
  using({ method, issuer, subject }: ExternalIdentity, userId: string): Statement {
    const use = this.#db
      .updateTable('linked_identities')
      .set({ last_used_at: this.#now() })
      .where(({ and }) => and({ method, issuer, subject, user_id: userId }));
    return { ...use.compile(), mustChange: true };
  }

  /**
   * Unlinks within the caller's transaction. Returns false if there is nothing to unlink. The row stays, so that a later owner of the
   * mailbox is not linked by its address.
   */
  async unlink(queries: Queries, method: MethodId, userId: string): Promise<boolean> {
    const { numUpdatedRows } = await queries
      .updateTable('linked_identities')
      .set({
        subject: unlinkedSubject(userId),
        email: null,
        last_used_at: null,
        unlinked_at: this.#now(),
      })
      .where('user_id', '=', userId)
      .where('method', '=', method)
      .where('unlinked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
