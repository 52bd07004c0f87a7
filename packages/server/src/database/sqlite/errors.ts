// What SQLite's refusals mean.

import SqliteFile from 'better-sqlite3';

/** Another process is writing: the statement has done nothing. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
