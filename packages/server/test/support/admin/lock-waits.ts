// Waits until statements of other connections wait for a lock, on PostgreSQL. SQLite has one writer at a time.

import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '../../../src/database/connect.ts';

/** Resolves when `count` connections to the database wait for a lock. */
export async function untilWaiting(db: Database, count: number): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await waiting.execute(db)).rows.length === count, {
    timeout: 15_000,
    interval: 5,
  });
}
