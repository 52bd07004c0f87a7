// Migrates the database to the schema of this release. Several processes may start at the same time.

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { migrations } from './migrations.ts';

const mostTries = 20;

/** Thrown if the schema of the database belongs to a newer release. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  readonly migration: string;

  constructor(migration: string, options?: ErrorOptions) {
    super(`the database has the migration ${migration}, which this release does not know`, options);
    this.migration = migration;
  }
}

/** Returns the newest applied migration that this release does not contain; undefined if there is none. */
async function unknownMigration(db: Database): Promise<string | undefined> {
  const applied = sql<{ name: string }>`select name from kysely_migration order by name desc`;
  const { rows } = await applied.execute(db);
  return rows.find(({ name }) => !Object.hasOwn(migrations, name))?.name;
}

/**
 * Applies the missing migrations. PostgreSQL lets one process migrate at a time. On SQLite two processes may begin
 * the same migration; the one that fails changes nothing and finds the migration applied when it checks again.
 * @throws the error of a failed migration, which both databases roll back.
 * @throws {NewerDatabaseError} for a database of a newer release, which stays unchanged.
 */
export async function migrate(db: Database) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (let tries = 1; ; tries += 1) {
    const { error } = await migrator.migrateToLatest();
    if (!error) return;
    const unknown = await unknownMigration(db).catch(() => undefined);
    if (unknown !== undefined) throw new NewerDatabaseError(unknown, { cause: error });
    if (tries === mostTries) throw error;
    await delay(25 * Math.random() * tries);
  }
}
