// A lock of a file that ends with the process that holds it, also after `kill -9`. Processes in several containers that share the
// folder respect it. Node has no locks of files, SQLite has: the file is an empty database.

import { closeSync, openSync } from 'node:fs';
import SqliteFile from 'better-sqlite3';

const isTaken = (error: unknown) =>
  error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Never opens an existing file: closing it would end the locks that this process has on it. */
function create(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export class FileLock {
  readonly #database: SqliteFile.Database;

  private constructor(database: SqliteFile.Database) {
    this.#database = database;
  }

  static #try(file: string, statements: readonly string[]): FileLock | undefined {
    create(file);
    const database = new SqliteFile(file, { timeout: 0 });
    try {
      for (const statement of statements) database.exec(statement);
      return new FileLock(database);
    } catch (error) {
      database.close();
      if (isTaken(error)) return undefined;
      throw error;
    }
  }

  /** Returns undefined while another process holds the lock. */
  static tryExclusive(file: string): FileLock | undefined {
    return FileLock.#try(file, ['begin exclusive']);
  }

  /** Several processes may hold it together. Returns undefined while one holds it alone. */
  static tryShared(file: string): FileLock | undefined {
    return FileLock.#try(file, ['begin', 'select count(*) from sqlite_schema']);
  }

  release(): void {
    this.#database.close();
  }
}
