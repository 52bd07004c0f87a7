// Brings the database to this release's schema. Safe when several processes start at once.

import { setTimeout as delay } from 'node:timers/promises';
import { Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { migrations } from './migrations.ts';

const mostTries = 20;

/**
 * PostgreSQL lets one process migrate at a time. On SQLite two may begin the same migration; one of them
 * fails without a trace, and finds the work done when it looks again.
 * @throws the failing migration's error; both databases roll that migration back.
 */
export async function migrate(db: Database) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (let tries = 1; ; tries += 1) {
    const { error } = await migrator.migrateToLatest();
    if (!error) return;
    if (tries === mostTries) throw error;
    await delay(25 * Math.random() * tries);
  }
}
