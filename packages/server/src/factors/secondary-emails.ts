// Stores the secondary email address of each user. A link in an email confirms it. It is usable seven days after that, so that the
// user can react to an address of another person: the primary address was notified. A usable address works until the one that replaces
// it is usable; until then the new one is in `secondary_email_changes`.

import { sql } from 'kysely';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { isOfActiveUser, lockUser } from '../users/ways-in.ts';

const dayMs = 24 * 3_600_000;

/** Between the confirmation and the first use. */
export const usableAfterMs = 7 * dayMs;

/** The lifetime of the link that confirms an address. */
const linkMs = dayMs;

type Table = 'secondary_emails' | 'secondary_email_changes';

export type SecondaryEmail = {
  email: string;
  /** Epoch milliseconds; undefined until the user has opened the link. */
  confirmedAt: number | undefined;
};

export type SecondaryEmailWithNext = SecondaryEmail & {
  /** Takes the place of this address when it is usable. */
  next: SecondaryEmail | undefined;
};

/** Returns whether a recovery link may go to the address, and from when. */
export function secondaryEmailState(stored: SecondaryEmail | undefined, at: number) {
  if (!stored) return { state: 'none' } as const;
  if (stored.confirmedAt === undefined) return { state: 'unconfirmed' } as const;
  const usableFrom = stored.confirmedAt + usableAfterMs;
  return usableFrom <= at
    ? ({ state: 'usable' } as const)
    : ({ state: 'waiting', usableFrom } as const);
}

export class SecondaryEmails {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async find(
    userId: string,
    queries: Queries = this.#db,
  ): Promise<SecondaryEmailWithNext | undefined> {
    const row = await queries
      .selectFrom('secondary_emails as s')
      .leftJoin('secondary_email_changes as c', 'c.user_id', 's.user_id')
      .select([
        's.email',
        's.confirmed_at',
        'c.email as next',
        'c.confirmed_at as next_confirmed_at',
      ])
      .where('s.user_id', '=', userId)
      .executeTakeFirst();
    if (!row) return undefined;
    const next =
      row.next === null
        ? undefined
        : { email: row.next, confirmedAt: row.next_confirmed_at ?? undefined };
    if (next && this.#isUsable(next)) return { ...next, next: undefined };
    return { email: row.email, confirmedAt: row.confirmed_at ?? undefined, next };
  }

  #isUsable(stored: SecondaryEmail | undefined): boolean {
    return secondaryEmailState(stored, this.#now()).state === 'usable';
  }

  /** Returns the address if it was confirmed, also less than seven days ago. */
  async findConfirmed(userId: string, queries: Queries = this.#db): Promise<string | undefined> {
    const found = await this.find(userId, queries);
    return found?.confirmedAt === undefined ? undefined : found.email;
  }

  /** Returns the address if a recovery link may go to it. */
  async findUsable(userId: string): Promise<string | undefined> {
    const found = await this.find(userId);
    return this.#isUsable(found) ? found?.email : undefined;
  }

  /**
   * Stores an unconfirmed address, for a user whom the transaction has locked. A former address that is usable stays until this one is
   * usable; any other ends. Returns the secret for the link that confirms the new address, and the former one.
   */
  async add(queries: Queries, userId: string, email: string) {
    await this.#moveNext(queries, userId);
    const former = await this.find(userId, queries);
    await this.dropChange(queries, userId);
    const table = this.#isUsable(former) ? 'secondary_email_changes' : 'secondary_emails';
    await queries.deleteFrom(table).where('user_id', '=', userId).execute();
    const token = newSecret();
    const at = this.#now();
    await queries
      .insertInto(table)
      .values({
        user_id: userId,
        email,
        created_at: at,
        confirmed_at: null,
        token_hash: hashSecret(token),
        token_expires_at: at + linkMs,
      })
      .execute();
    return { token, former };
  }

  /** Uses the link. Of two simultaneous calls one returns the user. */
  async confirm(queries: Queries, token: string): Promise<string | undefined> {
    const at = this.#now();
    // in this order, because an address moves from the first table to the second
    for (const table of ['secondary_email_changes', 'secondary_emails'] as const) {
      const row = await queries
        .updateTable(table)
        .set({ confirmed_at: at, token_hash: null, token_expires_at: null })
        .where('token_hash', '=', hashSecret(token))
        .where('token_expires_at', '>', at)
        .where(isOfActiveUser(`${table}.user_id`))
        .returning('user_id')
        .executeTakeFirst();
      if (row) return row.user_id;
    }
    return undefined;
  }

  /**
   * Removes this address of a user whom the transaction has locked, and returns it. The address that was to replace it takes its place
   * at once, but is not usable earlier.
   */
  async remove(
    queries: Queries,
    userId: string,
    email: string,
  ): Promise<SecondaryEmail | undefined> {
    await this.#moveNext(queries, userId);
    const removeFrom = (table: Table) =>
      queries
        .deleteFrom(table)
        .where('user_id', '=', userId)
        .where('email', '=', email)
        .returning(['email', 'confirmed_at'])
        .executeTakeFirst();
    const change = await removeFrom('secondary_email_changes');
    const row = change ?? (await removeFrom('secondary_emails'));
    if (!row) return undefined;
    if (!change) await this.#moveNext(queries, userId, { usable: false });
    return { email: row.email, confirmedAt: row.confirmed_at ?? undefined };
  }

  /** Removes the address that was to replace the present one. */
  async dropChange(queries: Queries, userId: string): Promise<void> {
    await queries.deleteFrom('secondary_email_changes').where('user_id', '=', userId).execute();
  }

  /** Moves the new address to its place. `usable`: only if it is usable. */
  async #moveNext(queries: Queries, userId: string, { usable } = { usable: true }): Promise<void> {
    const row = await queries
      .deleteFrom('secondary_email_changes')
      .where('user_id', '=', userId)
      .$if(usable, (query) => query.where('confirmed_at', '<=', this.#now() - usableAfterMs))
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    await queries
      .insertInto('secondary_emails')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }

  /** Moves up to `most` addresses that have become usable to their place, so that the former ones are deleted. Returns their number. */
  async replaceFormer(most: number): Promise<number> {
    const rows = await this.#db
      .selectFrom('secondary_email_changes')
      .select('user_id')
      .where('confirmed_at', '<=', this.#now() - usableAfterMs)
      .limit(most)
      .execute();
    for (const { user_id } of rows)
      await this.#db.transaction().execute(async (queries) => {
        await lockUser(queries, user_id);
        await this.#moveNext(queries, user_id);
      });
    return rows.length;
  }

  /** Deletes up to `most` addresses that no user has confirmed in time. Returns their number. */
  async deleteExpired(most: number): Promise<number> {
    const expired = sql`confirmed_at is null and token_expires_at <= ${this.#now()}`;
    let deleted = 0;
    for (const table of ['secondary_emails', 'secondary_email_changes'] as const)
      deleted += await deleteExpired(
        this.#db,
        { table, key: ['user_id'] },
        expired,
        most - deleted,
      );
    return deleted;
  }
}
