// Sets up SQLite for a server: durable writes, foreign keys and cached prepared statements. Waits for the disk and for the
// lock of another process without blocking the event loop.

import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import type { DirectExecutor } from '../direct.ts';
import { DiskSync } from './disk-sync.ts';
import { GroupCommit, isBusy } from './group-commit.ts';

/** How long we wait for another process (`apply`, a backup) that has locked the file. */
const longestWaitMs = 5000;
const waitStepMs = 5;

/** The transaction of the one connection, until its commit or rollback. */
type OpenTransaction = { error?: unknown };

type DriverDeps = {
  database: Pick<SqliteFile.Database, 'inTransaction'>;
  direct: GroupCommit;
  disk: DiskSync;
};

/**
 * A full disk makes SQLite roll back a whole transaction within one of its statements. The statements after it
 * would each be committed by itself, so they fail with the same error instead.
 */
class RetryingSqliteDriver extends SqliteDriver {
  readonly #deps: DriverDeps;
  #transaction: OpenTransaction | undefined;

  constructor(config: SqliteDialectConfig, deps: DriverDeps) {
    super(config);
    this.#deps = deps;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query, options) =>
        this.#run(query, () => connection.executeQuery(query, options)),
      streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
    };
  }

  /**
   * SQLite's own wait blocks the whole process. A statement that failed because of a lock has done nothing, so it is
   * tried again later.
   */
  async #run<Result>(query: CompiledQuery, execute: () => Promise<Result>): Promise<Result> {
    this.#throwIfRolledBack();
    const giveUpAt = performance.now() + longestWaitMs;
    for (;;) {
      // each time, because during the delay another request may have begun a group
      this.#deps.direct.commit();
      try {
        const result = await execute();
        this.#noteCommit(query);
        return result;
      } catch (error) {
        if (this.#transaction && !this.#deps.database.inTransaction)
          this.#transaction.error ??= error;
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await delay(waitStepMs);
    }
  }

  #noteCommit({ query: { kind } }: CompiledQuery) {
    const { database, disk } = this.#deps;
    if (kind !== 'SelectQueryNode' && !database.inTransaction) disk.noteCommit();
  }

  #throwIfRolledBack() {
    if (this.#transaction && 'error' in this.#transaction) throw this.#transaction.error;
  }

  /**
   * Takes the write lock at the start, and waits for it if necessary. A deferred transaction that reads before it
   * writes fails at once if another process wrote in between (SQLITE_BUSY_SNAPSHOT).
   */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#transaction = {};
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection);
    this.#transaction = undefined;
  }

  /** Does nothing if SQLite has already rolled back. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    this.#transaction = undefined;
    if (this.#deps.database.inTransaction) await super.rollbackTransaction(connection);
  }

  /**
   * Commands have reported their success before, and end after it. If the disk fails, the file is left as it is, because closing
   * it copies the log to it.
   */
  override async destroy() {
    const { direct, disk } = this.#deps;
    direct.commit();
    await disk.settledAll();
    await super.destroy();
    disk.close();
  }
}

/** Says that SQLite rolls back changes of a schema too, so that the library migrates in one transaction. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class RetryingSqliteDialect extends SqliteDialect {
  readonly #driver: () => RetryingSqliteDriver;
  constructor(config: SqliteDialectConfig, deps: DriverDeps) {
    super(config);
    this.#driver = () => new RetryingSqliteDriver(config, deps);
  }
  override createDriver() {
    return this.#driver();
  }
  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

const maxKeptStatements = 200;

/** Returns the database with a cache of prepared statements, because preparing one costs several times its run. */
function keepingStatements(database: SqliteFile.Database) {
  const kept = new Map<string, SqliteFile.Statement>();
  return {
    close: () => void database.close(),
    prepare(sql: string) {
      const statement = kept.get(sql) ?? database.prepare(sql);
      // the first key of the Map is the least recently used
      kept.delete(sql);
      kept.set(sql, statement);
      const [oldest = ''] = kept.size > maxKeptStatements ? kept.keys() : [];
      kept.delete(oldest);
      return statement;
    },
  };
}

function copyLog(database: SqliteFile.Database) {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // reads continue on a full disk
    if (!(error instanceof SqliteFile.SqliteError) || error.code !== 'SQLITE_FULL') throw error;
  }
}

export type OpenSqlite = { dialect: Dialect; direct: DirectExecutor };

/** Opens a database file. `onFailure` is called if the disk fails, after which the process should end. */
export function openSqlite(
  file: string,
  onFailure: (error: Error) => void,
  { waitsAtCommit = false } = {},
): OpenSqlite {
  // readable by its owner only; SQLite gives its other files the same mode
  closeSync(openSync(file, 'a', 0o600));
  const database = new SqliteFile(file, { timeout: longestWaitMs });
  database.pragma('journal_mode = WAL');
  // in the server a commit does not wait for the disk; DiskSync does
  database.pragma(`synchronous = ${waitsAtCommit ? 'FULL' : 'NORMAL'}`);
  database.pragma('foreign_keys = ON');
  // 16 MiB: pages that are often overwritten are copied to the database file less often
  database.pragma('wal_autocheckpoint = 4000');
  // opens the log
  database.pragma('user_version');
  database.pragma('busy_timeout = 0');
  // after a failed sync, pages of the log may be in the page cache only; now the database file gets them, and is synced
  copyLog(database);
  const disk = new DiskSync(file, { onFailure });
  const kept = keepingStatements(database);
  const direct = new GroupCommit({ database, prepare: kept.prepare, disk });
  const dialect = new RetryingSqliteDialect({ database: kept }, { database, direct, disk });
  return { dialect, direct };
}
