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
import type { Direct } from './direct.ts';
import { createDirect } from './sqlite-direct.ts';
import { type BeforeStatement, createDurability } from './sqlite-durability.ts';
import { isBusy } from './sqlite-faults.ts';

/** As long as another process (`apply`, a backup) may hold the file before we give up. */
const longestWaitMs = 5000;
const waitStepMs = 5;

/**
 * SQLite's own waiting blocks the whole process. A statement refused because of a lock has done nothing,
 * so it is tried again a little later instead.
 */
function waitingPatiently(
  connection: DatabaseConnection,
  beforeStatement: BeforeStatement,
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
  readonly #beforeStatement: BeforeStatement;
  constructor(config: SqliteDialectConfig, beforeStatement: BeforeStatement) {
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
  constructor(config: SqliteDialectConfig, beforeStatement: BeforeStatement) {
    super(config);
    this.#driver = () => new PatientSqliteDriver(config, beforeStatement);
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

export type OpenSqlite = { dialect: Dialect; direct: Direct };

/** `onLost` hears of writes that were answered and could not be kept. */
export function openSqlite(file: string, onLost: (error: Error) => void): OpenSqlite {
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
  const durability = createDurability(database);
  const direct = createDirect({
    database,
    prepare: kept.prepare,
    tellDurability: durability.tell,
    onLost,
  });
  const queued: BeforeStatement = (statement) => {
    direct.end();
    durability.tell(statement);
  };
  const close = () => {
    direct.end();
    durability.flush();
    kept.close();
  };
  return { dialect: new PatientSqliteDialect({ database: { ...kept, close } }, queued), direct };
}
