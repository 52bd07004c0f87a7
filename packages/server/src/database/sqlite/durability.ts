// How durable SQLite's writes are: all of them, but for those that say they may be lost (decision 0023).

import type SqliteFile from 'better-sqlite3';
import type { Statement } from '../direct.ts';
import { isBusy } from './errors.ts';

export type BeforeStatement = (statement: Statement) => void;

/** Which writes reach the disk before they are answered: all, or none until the next durable one. */
type Durability = 'FULL' | 'NORMAL';

/** What may be lost reaches the disk after so long. */
const flushMs = 1000;

type Deps = {
  database: SqliteFile.Database;
  /** Called when what may be lost cannot be brought to the disk now; it is tried again. */
  onTrouble(error: Error): void;
};

/**
 * `tell` sets before every statement how durable it must be. One connection runs one statement at a time, and a
 * durable write takes along what was written before it. `flush` brings everything to the disk at once.
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
      // another process may be writing, or the disk is full: later
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
      // within a transaction its beginning has decided
      if (query.kind === 'SelectQueryNode' || database.inTransaction) return;
      become(relaxedDurability ? 'NORMAL' : 'FULL');
      if (relaxedDurability) flushSoon();
    },
  };
}
