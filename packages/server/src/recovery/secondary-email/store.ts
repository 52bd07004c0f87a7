// Stores the secondary email address of each user. A link in an email confirms it. It is usable seven days after that, so that the
// user can react to an address of another person: the primary address was notified.

import { sql } from 'kysely';
import { hashSecret, newSecret } from '../../crypto/secrets.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { deleteExpired } from '../../database/delete-expired.ts';
import { isOfActiveUser } from '../active-user.ts';

const dayMs = 24 * 3_600_000;

/** Between the confirmation and the first use. */
export const usableAfterMs = 7 * dayMs;

/** The lifetime of the link that confirms an address. */
const linkMs = dayMs;

export type SecondaryEmail = {
  email: string;
  /** Epoch milliseconds; undefined until the user has opened the link. */
  confirmedAt: number | undefined;
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

  async find(userId: string): Promise<SecondaryEmail | undefined> {
    const row = await this.#db
      .selectFrom('secondary_emails')
      .select(['email', 'confirmed_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && { email: row.email, confirmedAt: row.confirmed_at ?? undefined };
  }

  /** Returns the address if it was confirmed, also less than seven days ago. */
  async findConfirmed(userId: string): Promise<string | undefined> {
    const found = await this.find(userId);
    return found?.confirmedAt === undefined ? undefined : found.email;
  }

  /** Returns the address if a recovery link may go to it. */
  async findUsable(userId: string): Promise<string | undefined> {
    const found = await this.find(userId);
    return secondaryEmailState(found, this.#now()).state === 'usable' ? found?.email : undefined;
  }

  /** Stores an unconfirmed address of a user without one. Returns the secret for the link that confirms it. */
  async add(queries: Queries, userId: string, email: string): Promise<string> {
    const token = newSecret();
    const at = this.#now();
    await queries
      .insertInto('secondary_emails')
      .values({
        user_id: userId,
        email,
        created_at: at,
        confirmed_at: null,
        token_hash: hashSecret(token),
        token_expires_at: at + linkMs,
      })
      .execute();
    return token;
  }

  /** Uses the link. Of two simultaneous calls one returns the user. */
  async confirm(queries: Queries, token: string): Promise<string | undefined> {
    const at = this.#now();
    const row = await queries
      .updateTable('secondary_emails')
      .set({ confirmed_at: at, token_hash: null, token_expires_at: null })
      .where('token_hash', '=', hashSecret(token))
      .where('token_expires_at', '>', at)
      .where(isOfActiveUser('secondary_emails.user_id'))
      .returning('user_id')
      .executeTakeFirst();
    return row?.user_id;
  }

  /** Returns the removed address. */
  async remove(queries: Queries, userId: string): Promise<SecondaryEmail | undefined> {
    const row = await queries
      .deleteFrom('secondary_emails')
      .where('user_id', '=', userId)
      .returning(['email', 'confirmed_at'])
      .executeTakeFirst();
    return row && { email: row.email, confirmedAt: row.confirmed_at ?? undefined };
  }

  /** Deletes up to `most` addresses that no user has confirmed in time. Returns their number. */
  deleteExpired(most: number): Promise<number> {
    const expired = sql`confirmed_at is null and token_expires_at <= ${this.#now()}`;
    return deleteExpired(this.#db, { table: 'secondary_emails', key: ['user_id'] }, expired, most);
  }
}
