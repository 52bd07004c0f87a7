// Stores the owners of applications: users who look after an application and may change a part of its record.

import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Database, Queries } from '../database/connect.ts';
import { isForeignKeyViolation } from '../database/errors.ts';
import { whyNotResponsible } from '../users/responsible-user.ts';

/** Values of one statement; SQLite allows 32 766. */
const batchSize = 500;

export class ApplicationOwners {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the usernames of the owners, sorted, by the id of the application. */
  async all(queries: Queries = this.#db): Promise<Map<string, string[]>> {
    const rows = await queries
      .selectFrom('application_owners as o')
      .innerJoin('users as u', 'u.id', 'o.user_id')
      .select(['o.application_id', 'u.username'])
      .orderBy('u.username_key')
      .execute();
    const owners = new Map<string, string[]>();
    for (const { application_id: id, username } of rows)
      owners.set(id, [...(owners.get(id) ?? []), username]);
    return owners;
  }

  /** Returns `username_key` → user, of those that exist. */
  async findUsers(
    keys: readonly string[],
    queries: Queries = this.#db,
  ): Promise<Map<string, { disabled: number }>> {
    const users = new Map<string, { disabled: number }>();
    for (let start = 0; start < keys.length; start += batchSize) {
      const rows = await queries
        .selectFrom('users')
        .select(['username_key', 'disabled'])
        .where('username_key', 'in', keys.slice(start, start + batchSize))
        .where('erased_at', 'is', null)
        .execute();
      for (const { username_key: key, disabled } of rows) users.set(key, { disabled });
    }
    return users;
  }

  /** Returns the owners of an application by username. */
  async list(queries: Queries, applicationId: string) {
    const rows = await queries
      .selectFrom('application_owners as o')
      .innerJoin('users as u', 'u.id', 'o.user_id')
      .select(['u.id', 'u.username', 'u.full_name'])
      .where('o.application_id', '=', applicationId)
      .orderBy('u.username_key')
      .execute();
    return rows.map(({ id, username, full_name: fullName }) => ({ id, username, fullName }));
  }

  /** Returns the ids of the applications of an owner. */
  async ownedBy(queries: Queries, userId: string): Promise<Set<string>> {
    const own = queries.selectFrom('application_owners').select('application_id');
    const rows = await own.where('user_id', '=', userId).execute();
    return new Set(rows.map((row) => row.application_id));
  }

  async isOwner(queries: Queries, applicationId: string, userId: string): Promise<boolean> {
    const row = await queries
      .selectFrom('application_owners')
      .select('user_id')
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Adds an enabled user. `unknown`: there is no such user, or the application was deleted just now. */
  async add(
    queries: Queries,
    applicationId: string,
    userId: string,
  ): Promise<'added' | 'present' | 'disabled' | 'unknown'> {
    const row = await queries
      .selectFrom('users')
      .select('disabled')
      .where('id', '=', userId)
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    const refusal = whyNotResponsible(row);
    if (refusal) return refusal;
    const owner = { application_id: applicationId, user_id: userId };
    const insert = queries.insertInto('application_owners').values(owner);
    try {
      const { numInsertedOrUpdatedRows } = await insert
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? 'added' : 'present';
    } catch (error) {
      if (isForeignKeyViolation(error)) return 'unknown';
      throw error;
    }
  }

  /** Returns false if the user is no owner. */
  async remove(queries: Queries, applicationId: string, userId: string): Promise<boolean> {
    const { numDeletedRows } = await queries
      .deleteFrom('application_owners')
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Makes these users the only owners, within the caller's transaction. */
  async replace(queries: Queries, applicationId: string, usernames: readonly string[]) {
    await queries
      .deleteFrom('application_owners')
      .where('application_id', '=', applicationId)
      .execute();
    if (usernames.length === 0) return;
    const rows = await queries
      .selectFrom('users')
      .select('id')
      .where('username_key', 'in', usernames.map(searchKey))
      .execute();
    const owners = rows.map(({ id }) => ({ application_id: applicationId, user_id: id }));
    await queries.insertInto('application_owners').values(owners).execute();
  }
}
