// Durability of SQLite writes: all are durable except those with `relaxedDurability` (decision 0023).

import SqliteFile from 'better-sqlite3';
import type { Statement } from '../direct.ts';

/** Returns whether the statement did nothing because another process is writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

export type BeforeStatement = (statement: Statement) => void;

/** Whether each write reaches the disk before the response, or only with the next durable write. */
type Durability = 'FULL' | 'NORMAL';

/** Relaxed writes reach the disk after this time. */
const flushMs = 1000;

type Deps = {
  database: SqliteFile.Database;
  /** Called when relaxed writes cannot be flushed. The flush is tried again. */
  onTrouble(error: Error): void;
};

/**
 * `set` sets the durability before each statement. The connection runs one statement at a time, and a durable write
 * also flushes the writes before it. `flush` writes everything to the disk.
 */
export function createDurability({ database, onTrouble }: Deps) {
  let current: Durability = 'FULL';
  let isFlushDue = false;

  function become(wanted: Durability) {
    if (wanted === current) return;
    database.pragma(`synchronous = ${wanted}`);
    current = wanted;
  }

  /** Writes a page, unlike an update that finds nothing to change. @throws if the database cannot be written. */
  function write() {
    become('FULL');
    database.pragma('user_version = 0');
  }

  /** Runs from a timer: an error must not reach the process. */
  function flush() {
    isFlushDue = false;
    if (!database.open) return;
    if (database.inTransaction) return flushSoon();
    try {
      write();
    } catch (error) {
      // another process is writing or the disk is full: try again later
      flushSoon();
      if (!isBusy(error)) onTrouble(error as Error);
    }
  }

  function flushSoon() {
    if (!isFlushDue) setTimeout(flush, flushMs).unref();
    isFlushDue = true;
  }

  return {
    flush,
    write,
    set({ query, relaxedDurability }: Statement) {
      // the first statement of a transaction sets its durability
      if (query.kind === 'SelectQueryNode' || database.inTransaction) return;
      become(relaxedDurability ? 'NORMAL' : 'FULL');
      if (relaxedDurability) flushSoon();
    },
  };
}
