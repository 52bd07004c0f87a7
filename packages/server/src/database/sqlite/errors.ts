// Classifies errors of SQLite.

import SqliteFile from 'better-sqlite3';

/** Returns whether the statement did nothing because another process is writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
