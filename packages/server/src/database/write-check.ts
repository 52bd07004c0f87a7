// Checks whether the database can be written: reads also work on a full disk or a read-only replica.

import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { type DirectExecutor, directExecutorOf } from './direct.ts';
import { hasRowLocks } from './postgres/row-locks.ts';

async function writeToPostgres(db: Database) {
  // a transaction with its own id is written to the log
  const { rows } = await sql<{ readOnly: string }>`
    select pg_current_xact_id(), current_setting('transaction_read_only') as "readOnly"`.execute(
    db,
  );
  if (rows[0]?.readOnly === 'on') throw new Error('the database is read-only');
}

/**
 * Joins the group commit. While another process or transaction writes, the database is writable, so a read suffices.
 */
async function writeToSqlite(db: Database, direct: DirectExecutor | undefined) {
  const write = sql`pragma user_version = 0`.compile(db);
  await (direct?.run(write) ?? sql`select 1`.execute(db));
}

/** Commits a write that changes no data. @throws if the database cannot be written. */
export async function checkWrites(db: Database): Promise<void> {
  await (hasRowLocks(db) ? writeToPostgres(db) : writeToSqlite(db, directExecutorOf(db)));
}
