// Looks at a SQLite file without changing it, beside a server that uses it.

import { setTimeout as delay } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database } from '../connect.ts';
import type { Tables } from '../schema.ts';
import { isBusy } from './group-commit.ts';

/** @throws the error of SQLite, also if there is no file. */
export function openSqliteToRead(file: string): Database {
  const database = new SqliteFile(file, { readonly: true, fileMustExist: true, timeout: 0 });
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}

const stepMs = 20;

/**
 * Returns whether a writer gets the lock within the time. Another connection must have the file open: the last one that closes it
 * copies the log.
 */
export async function canLock(file: string, withinMs: number): Promise<boolean> {
  const database = new SqliteFile(file, { fileMustExist: true, timeout: 0 });
  try {
    for (const giveUpAt = performance.now() + withinMs; ; await delay(stepMs))
      try {
        database.exec('begin immediate; rollback');
        return true;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > giveUpAt) return false;
      }
  } finally {
    database.close();
  }
}
