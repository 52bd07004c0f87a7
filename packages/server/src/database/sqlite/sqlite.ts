// How SQLite must be set up for a server: durable, foreign keys, prepared statements kept, and waiting for
// another process's lock without holding up the event loop.

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
import { type BeforeStatement, createDurability } from './durability.ts';
import { isBusy } from './errors.ts';
import { GroupCommit } from './group-commit.ts';

/** As long as another process (`apply`, a backup) may hold the file before we give up. */
const longestWaitMs = 5000;
const waitStepMs = 5;

/** The transaction of the one connection, from its beginning to its commit or rollback. */
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
   * SQLite's own waiting blocks the whole process. A statement refused because of a lock has done nothing,
   * so it is tried again a little later instead.
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
   * A deferred transaction that first reads and then writes fails at once (SQLITE_BUSY_SNAPSHOT) when
   * another process wrote in between; taking the write lock at the start waits its turn instead.
   */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#transaction = {};
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection);
    this.#transaction = undefined;
  }

  /** Nothing is left to roll back where SQLite has done so by itself. */
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

/** The database with statements kept by their text: preparing one costs several times its run. */
function keepingStatements(database: SqliteFile.Database) {
  const kept = new Map<string, SqliteFile.Statement>();
  return {
    close: () => void database.close(),
    prepare(sql: string) {
      const statement = kept.get(sql) ?? database.prepare(sql);
      // the least recently used goes first
      kept.delete(sql);
      kept.set(sql, statement);
      const [oldest = ''] = kept.size > maxKeptStatements ? kept.keys() : [];
      kept.delete(oldest);
      return statement;
    },
  };
}

export type OpenSqlite = { dialect: Dialect; direct: DirectExecutor };

/** `onTrouble` is called when relaxed writes cannot be brought to the disk in the background. */
export function openSqlite(file: string, onTrouble: (error: Error) => void): OpenSqlite {
  // made for its owner alone, and so are the files SQLite keeps beside it
  closeSync(openSync(file, 'a', 0o600));
  const database = new SqliteFile(file, { timeout: longestWaitMs });
  database.pragma('journal_mode = WAL');
  // consumed tickets and ended sessions must survive a power cut
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 0');
  // 16 MiB: what is written over and over is carried to its place less often
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
