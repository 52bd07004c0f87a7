// A lock of PostgreSQL that says who uses the database: servers and commands at their start, or a copy alone.

import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { hasRowLocks } from './row-locks.ts';

const key = sql`hashtextextended('use of the database of Brama', 0)`;

/** Takes the lock for one connection until it ends. Returns false if another connection has it. */
export async function tryUseAlone(connection: Database): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_lock(${key}) as taken`.execute(connection);
  return rows[0]?.taken === true;
}

/** Releases the lock. PostgreSQL does so itself only some time after the connection was closed. */
export async function endUseAlone(connection: Database): Promise<void> {
  await sql`select pg_advisory_unlock(${key})`.execute(connection);
}

/** Returns whether another connection uses the database alone. SQLite then refuses to open it. */
export async function isUsedAlone(db: Database): Promise<boolean> {
  if (!hasRowLocks(db)) return false;
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${key}) as free`.execute(db);
  return rows[0]?.free === false;
}
