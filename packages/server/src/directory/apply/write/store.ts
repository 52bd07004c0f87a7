// Reads the stored records that a manifest refers to.

import type { Database } from '../../../database/connect.ts';
import { type RowOfUser, storedColumns } from '../../../users/changes/staged/staging.ts';
import { periodsOf } from '../../../users/lifecycle/lifecycle-store.ts';
import { rolesOfUsers } from '../../../users/roles/role-store.ts';
import { type GivenFacts, givenFactsFrom, groupColumns } from '../../groups/group-fields.ts';

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
      const rows = await db
        .selectFrom('users')
        .leftJoin('users as sponsor', 'sponsor.id', 'users.sponsor_id')
        .select(storedColumns.map((column) => `users.${column}` as const))
        .select('sponsor.username_key as sponsor_key')
        .where('users.username_key', 'in', keys)
        .execute();
      const ids = rows.map(({ id }) => id);
      const periods = await periodsOf(db, ids);
      const roles = await rolesOfUsers(db, ids);
      const ofRow = (id: string) => ({
        periods: periods.get(id) ?? [],
        roles: roles.get(id) ?? [],
      });
      return new Map(rows.map((row) => [row.username_key, { ...row, ...ofRow(row.id) }]));
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
