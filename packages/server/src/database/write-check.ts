// Whether the database takes writes now: a full disk or a read-only replica still reads.

import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { directOf } from './direct.ts';

async function writeToPostgres(db: Database) {
  // a transaction with an id of its own is written to the log
  const { rows } = await sql<{ readOnly: string }>`
    select pg_current_xact_id(), current_setting('transaction_read_only') as "readOnly"`.execute(
    db,
  );
  if (rows[0]?.readOnly === 'on') throw new Error('the database is read-only');
}

/** Commits a durable write that changes no data. @throws if the database cannot be written. */
export async function checkWrites(db: Database): Promise<void> {
  const isSqlite = directOf(db) !== undefined;
  if (isSqlite) await sql`pragma user_version = 0`.execute(db);
  else await writeToPostgres(db);
}
