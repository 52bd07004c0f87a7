// Brings the database to this release's schema. Safe when several processes start at once.

import { Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { migrations } from './migrations.ts';

/** @throws the first failing migration's error; SQLite and PostgreSQL both roll that migration back. */
export async function migrate(db: Database) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
