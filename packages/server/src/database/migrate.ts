// Brings the database to this release's schema. Safe when several processes start at once.

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { migrations } from './migrations.ts';

const mostTries = 20;

/** The schema of the database belongs to a newer release. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  readonly migration: string;

  constructor(migration: string, options?: ErrorOptions) {
    super(`the database has the migration ${migration}, which this release does not know`, options);
    this.migration = migration;
  }
}

/** Returns the newest applied migration that this release does not know, or undefined. */
async function unknownMigration(db: Database): Promise<string | undefined> {
  const applied = sql<{ name: string }>`select name from kysely_migration order by name desc`;
  const { rows } = await applied.execute(db);
  return rows.find(({ name }) => !Object.hasOwn(migrations, name))?.name;
}

/**
 * PostgreSQL lets one process migrate at a time. On SQLite two may begin the same migration; one of them
 * fails without a trace, and finds the work done when it looks again.
 * @throws the failing migration's error; both databases roll that migration back.
 * @throws {NewerDatabaseError} for a database of a newer release, which stays as it is.
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
