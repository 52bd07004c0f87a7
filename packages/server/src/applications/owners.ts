// Stores the owners of applications: users who look after an application and may change a part of its record.

import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Database, Queries } from '../database/connect.ts';

/** Values of one statement; SQLite allows 32 766. */
const batchSize = 500;

export class ApplicationOwners {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the usernames of the owners, sorted, by the id of the application. */
  async all(): Promise<Map<string, string[]>> {
    const rows = await this.#db
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

  /** Returns those of the usernames that no user has. */
  async unknown(usernames: readonly string[]): Promise<string[]> {
    const byKey = new Map(usernames.map((name) => [searchKey(name), name]));
    const keys = [...byKey.keys()];
    for (let start = 0; start < keys.length; start += batchSize) {
      const batch = keys.slice(start, start + batchSize);
      const found = this.#db.selectFrom('users').select('username_key');
      for (const row of await found.where('username_key', 'in', batch).execute())
        byKey.delete(row.username_key);
    }
    return [...byKey.values()];
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
