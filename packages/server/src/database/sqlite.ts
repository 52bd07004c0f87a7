// How SQLite must be set up for a server: durable, foreign keys, prepared statements kept, and waiting for
// another process's lock without holding up the event loop.

import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** As long as another process (`apply`, a backup) may hold the file before we give up. */
const longestWaitMs = 5000;
const waitStepMs = 5;

function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** One that may be lost in a power cut, though not when the process or the machine ends as it should. */
export type Statement = CompiledQuery & { mayBeLost?: boolean };

/** What writes reach the disk before they are answered: all, or none until the next of the others. */
type Durability = 'FULL' | 'NORMAL';

/** What may be lost reaches the disk after so long. */
const flushMs = 1000;

/**
 * Tells SQLite before every write how durable it must be (decision 0023). One connection runs one statement
 * at a time, and what is durable takes along what was written before it.
 */
function createDurability(database: SqliteFile.Database) {
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

  return ({ query, mayBeLost }: Statement) => {
    // within a transaction its beginning has decided
    if (query.kind === 'SelectQueryNode' || database.inTransaction) return;
    become(mayBeLost ? 'NORMAL' : 'FULL');
    if (mayBeLost) flushSoon();
  };
}

/**
 * SQLite's own waiting blocks the whole process. A statement refused because of a lock has done nothing,
 * so it is tried again a little later instead.
 */
function waitingPatiently(
  connection: DatabaseConnection,
  beforeStatement: (statement: Statement) => void,
): DatabaseConnection {
  return {
    async executeQuery(query, options) {
      beforeStatement(query);
      const giveUpAt = performance.now() + longestWaitMs;
      for (;;) {
        try {
          return await connection.executeQuery(query, options);
        } catch (error) {
          if (!isBusy(error) || performance.now() > giveUpAt) throw error;
        }
        await delay(waitStepMs);
      }
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  };
}

class PatientSqliteDriver extends SqliteDriver {
  readonly #beforeStatement: (statement: Statement) => void;
  constructor(config: SqliteDialectConfig, beforeStatement: (statement: Statement) => void) {
    super(config);
    this.#beforeStatement = beforeStatement;
  }

  override async acquireConnection() {
    return waitingPatiently(await super.acquireConnection(), this.#beforeStatement);
  }

  /**
   * A deferred transaction that first reads and then writes fails at once (SQLITE_BUSY_SNAPSHOT) when
   * another process wrote in between; taking the write lock at the start waits its turn instead.
   */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class PatientSqliteDialect extends SqliteDialect {
  readonly #driver: () => PatientSqliteDriver;
  constructor(config: SqliteDialectConfig, beforeStatement: (statement: Statement) => void) {
    super(config);
    this.#driver = () => new PatientSqliteDriver(config, beforeStatement);
  }
  override createDriver() {
    return this.#driver();
  }
}

const maxKeptStatements = 200;

/** The database with statements kept by their text: preparing one costs several times its run. */
function keepingStatements(database: SqliteFile.Database): SqliteDatabase {
  const kept = new Map<string, SqliteFile.Statement>();
  return {
    close: () => void database.close(),
    prepare(sql) {
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

export function openSqlite(file: string): Dialect {
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
  return new PatientSqliteDialect(
    { database: keepingStatements(database) },
    createDurability(database),
  );
}
