// How durable SQLite's writes are: all of them, but for those that say they may be lost (decision 0023).

import type SqliteFile from 'better-sqlite3';
import type { Statement } from './direct.ts';
import { isBusy } from './sqlite-faults.ts';

export type BeforeStatement = (statement: Statement) => void;

/** What writes reach the disk before they are answered: all, or none until the next of the others. */
type Durability = 'FULL' | 'NORMAL';

/** What may be lost reaches the disk after so long. */
const flushMs = 1000;

/**
 * `tell` says to SQLite before every statement how durable it must be. One connection runs one statement at a
 * time, and what is durable takes along what was written before it. `flush` takes all along at once.
 */
export function createDurability(database: SqliteFile.Database) {
  let current: Durability = 'FULL';
  let isFlushDue = false;

  function become(wanted: Durability) {
    if (wanted === current) return;
    database.pragma(`synchronous = ${wanted}`);
    current = wanted;
  }

  /** A write of our own: one that finds nothing to change, however durable, would take nothing along. */
  function flush() {
    isFlushDue = false;
    if (!database.open) return;
    if (database.inTransaction) return flushSoon();
    try {
      become('FULL');
      database.pragma('user_version = 0');
    } catch (error) {
      // another process is writing: then later
      if (!isBusy(error)) throw error;
      flushSoon();
    }
  }

  function flushSoon() {
    if (!isFlushDue) setTimeout(flush, flushMs).unref();
    isFlushDue = true;
  }

  return {
    flush,
    tell({ query, mayBeLost }: Statement) {
      // within a transaction its beginning has decided
      if (query.kind === 'SelectQueryNode' || database.inTransaction) return;
      become(mayBeLost ? 'NORMAL' : 'FULL');
      if (mayBeLost) flushSoon();
    },
  };
}
