// Reads the stored records that a manifest refers to.

import type { Database } from '../../../database/connect.ts';
import { type StoredUser, storedColumns } from './columns.ts';

/** A running server can execute its own queries between two batches. */
const batchSize = 500;

export function* batchesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += batchSize)
    yield list.slice(start, start + batchSize);
}

export type TaxIdOwner = { id: string; username: string; tax_id_hash: string | null };
export type EmailOwner = { id: string; username: string; email_key: string | null };

export function createManifestStore(db: Database) {
  return {
    /** Name → title, as JSON. */
    async groups(): Promise<Map<string, string | null>> {
      const rows = await db.selectFrom('groups').select(['name', 'title']).execute();
      return new Map(rows.map(({ name, title }) => [name, title ?? null]));
    },

    /** Returns username_key → user, for the keys of one batch. */
    async usersByKey(keys: readonly string[]): Promise<Map<string, StoredUser>> {
      const rows = await db
        .selectFrom('users')
        .select(storedColumns)
        .where('username_key', 'in', keys)
        .execute();
      return new Map(rows.map((row) => [row.username_key, row]));
    },

    async taxIdOwners(hashes: readonly string[]): Promise<TaxIdOwner[]> {
      if (hashes.length === 0) return [];
      return db
        .selectFrom('users')
        .select(['id', 'username', 'tax_id_hash'])
        .where('tax_id_hash', 'in', hashes)
        .execute();
    },

    /** Returns the users with these emails, each in the form of `emailKey`. */
    async emailOwners(keys: readonly string[]): Promise<EmailOwner[]> {
      return db
        .selectFrom('users')
        .select(['id', 'username', 'email_key'])
        .where('email_key', 'in', keys)
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
