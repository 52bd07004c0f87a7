// Sets up SQLite for a server: durable writes, foreign keys and cached prepared statements. Waits for the lock of
// another process without blocking the event loop.

import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import type { DirectExecutor } from '../direct.ts';
import { type BeforeStatement, createDurability, isBusy } from './durability.ts';
import { GroupCommit } from './group-commit.ts';

/** How long we wait for another process (`apply`, a backup) that has locked the file. */
const longestWaitMs = 5000;
const waitStepMs = 5;

/** The transaction of the one connection, until its commit or rollback. */
type OpenTransaction = { error?: unknown };

type DriverDeps = {
  database: Pick<SqliteFile.Database, 'inTransaction'>;
  beforeStatement: BeforeStatement;
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
    this.#deps.beforeStatement(query);
    const giveUpAt = performance.now() + longestWaitMs;
    for (;;) {
      try {
        return await execute();
      } catch (error) {
        if (this.#transaction && !this.#deps.database.inTransaction)
          this.#transaction.error ??= error;
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await delay(waitStepMs);
    }
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

export type OpenSqlite = { dialect: Dialect; direct: DirectExecutor };

/** Opens a database file. `onTrouble` is called when relaxed writes cannot be flushed in the background. */
export function openSqlite(file: string, onTrouble: (error: Error) => void): OpenSqlite {
  // readable by its owner only; SQLite gives its other files the same mode
  closeSync(openSync(file, 'a', 0o600));
  const database = new SqliteFile(file, { timeout: longestWaitMs });
  database.pragma('journal_mode = WAL');
  // used tickets and ended sessions must survive a power failure
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 0');
  // 16 MiB: pages that are often overwritten are copied to the database file less often
  database.pragma('wal_autocheckpoint = 4000');
  const kept = keepingStatements(database);
  const durability = createDurability({ database, onTrouble });
  const direct = new GroupCommit({
    database,
    prepare: kept.prepare,
    setDurability: durability.set,
  });
  const beforeStatement: BeforeStatement = (statement) => {
    direct.commit();
    durability.set(statement);
  };
  const close = () => {
    direct.commit();
    durability.flush();
    kept.close();
  };
  const config = { database: { ...kept, close } };
  return { dialect: new RetryingSqliteDialect(config, { database, beforeStatement }), direct };
}
