// Reads the stored records that a manifest refers to.

import type { SecondFactorPolicy } from '@brama/contract/second-factor/second-factor';
import type { Database } from '../../../database/connect.ts';
import { type StoredUser, storedColumns } from '../../../users/changes/staged/staging.ts';
import { findFormer } from '../../../users/lifecycle/former-usernames.ts';
import { periodsOf } from '../../../users/lifecycle/lifecycle-store.ts';
import { findNameClashes, type NewNames } from '../../../users/name-clashes.ts';
import { rolesOfUsers } from '../../../users/roles/role-store.ts';
import type { GroupSpec } from '../parse/manifest.ts';

/** A running server can execute its own queries between two batches. */
const batchSize = 500;

export function* batchesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += batchSize)
    yield list.slice(start, start + batchSize);
}

export function createManifestStore(db: Database) {
  return {
    /** Returns the groups by name. */
    async groups(): Promise<Map<string, Pick<GroupSpec, 'title' | 'secondFactor'>>> {
      const rows = await db
        .selectFrom('groups')
        .select(['name', 'title', 'second_factor'])
        .execute();
      return new Map(
        rows.map(({ name, title, second_factor }) => [
          name,
          {
            title: title ? JSON.parse(title) : undefined,
            secondFactor: (second_factor ?? null) as SecondFactorPolicy | null,
          },
        ]),
      );
    },

    /** Returns username_key → user, for the keys of one batch. */
    async usersByKey(keys: readonly string[]): Promise<Map<string, StoredUser>> {
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

    /** Returns username_key → user, for the keys of one batch. */
    async sponsorsByKey(
      keys: readonly string[],
    ): Promise<Map<string, { id: string; disabled: number }>> {
      const rows = await db
        .selectFrom('users')
        .select(['username_key', 'id', 'disabled'])
        .where('username_key', 'in', keys)
        .where('erased_at', 'is', null)
        .execute();
      return new Map(rows.map(({ username_key, ...sponsor }) => [username_key, sponsor]));
    },

    /** Returns the stored users with whom new names clash. */
    nameClashes: <Given extends NewNames>(given: readonly Given[]) => findNameClashes(db, given),

    /** Returns those of the hashes that belong to usernames of erased users. */
    formerUsernames: (hashes: readonly string[]) => findFormer(db, hashes),

    /** Returns the users with one of these tax numbers, of which there may be none. */
    async ownersOfTaxIds(hashes: readonly string[]) {
      if (hashes.length === 0) return [];
      return db
        .selectFrom('users')
        .select(['id', 'username', 'tax_id_hash'])
        .where('tax_id_hash', 'in', hashes)
        .execute();
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
