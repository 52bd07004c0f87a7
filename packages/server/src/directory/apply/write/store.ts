// Reads the stored records that a manifest refers to.

import type { Database, Queries } from '../../../database/connect.ts';
import { type RowOfUser, storedColumns } from '../../../users/changes/staged/staging.ts';
import { periodsOf } from '../../../users/lifecycle/lifecycle-store.ts';
import { rolesOfUsers } from '../../../users/roles/role-store.ts';
import { type GivenFacts, givenFactsFrom, groupColumns } from '../../groups/group-fields.ts';

/** Returns the users with these values of a column. */
async function storedUsers(
  queries: Queries,
  column: 'id' | 'username_key',
  values: readonly string[],
): Promise<RowOfUser[]> {
  if (values.length === 0) return [];
  const rows = await queries
    .selectFrom('users')
    .leftJoin('users as sponsor', 'sponsor.id', 'users.sponsor_id')
    .select(storedColumns.map((name) => `users.${name}` as const))
    .select('sponsor.username_key as sponsor_key')
    .where(`users.${column}`, 'in', values)
    .execute();
  const ids = rows.map(({ id }) => id);
  const periods = await periodsOf(queries, ids);
  const roles = await rolesOfUsers(queries, ids);
  return rows.map((row) => ({
    ...row,
    periods: periods.get(row.id) ?? [],
    roles: roles.get(row.id) ?? [],
  }));
}

/** Returns id → user. */
export async function usersById(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, RowOfUser>> {
  const rows = await storedUsers(queries, 'id', ids);
  return new Map(rows.map((row) => [row.id, row]));
}

export function createManifestStore(db: Database) {
  return {
    queries: db,

    /** Returns the groups by name. */
    async groups(): Promise<Map<string, GivenFacts>> {
      const rows = await db
        .selectFrom('groups')
        .select(['name', ...groupColumns])
        .execute();
      return new Map(rows.map((row) => [row.name, givenFactsFrom(row)]));
    },

    /** Returns username_key → user, for the keys of one batch. */
    async usersByKey(keys: readonly string[]): Promise<Map<string, RowOfUser>> {
      const rows = await storedUsers(db, 'username_key', keys);
      return new Map(rows.map((row) => [row.username_key, row]));
    },

    /** Returns whether a manifest was applied with `--once` under this name. */
    async wasApplied(name: string): Promise<boolean> {
      const row = await db
        .selectFrom('applied_manifests')
        .select('name')
        .where('name', '=', name)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns whether there is no user and no application. */
    async isEmpty(): Promise<boolean> {
      const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
      if (user) return false;
      return !(await db.selectFrom('applications').select('id').limit(1).executeTakeFirst());
    },
  };
}

export type ManifestStore = ReturnType<typeof createManifestStore>;
