// Opens SQLite or PostgreSQL behind one Kysely. Knows how each must be set up, not what is stored.

import SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import pg from 'pg';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;

/** What queries run on: the database or a transaction of it. */
export type Queries = Pick<
  Database,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with'
>;

export type DatabaseAddress = { sqliteFile: string } | { postgresUrl: string };

/**
 * A deferred transaction that first reads and then writes fails at once (SQLITE_BUSY_SNAPSHOT) when
 * another process wrote in between; taking the write lock at the start waits its turn instead.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver() {
    return new ImmediateSqliteDriver(this.#config);
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

function openSqlite(file: string): Database {
  const database = new SqliteFile(file, { timeout: 5000 });
  database.pragma('journal_mode = WAL');
  // consumed tickets and ended sessions must survive a power cut
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return new Kysely<Tables>({
    dialect: new ImmediateSqliteDialect({ database: keepingStatements(database) }),
  });
}

const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

function openPostgres(url: string, onLost: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    types: typeParsers,
  });
  // without listeners a stopped PostgreSQL takes the whole process with it: the pool's own hears of idle
  // connections only, a connection in use reports its broken socket itself
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Opens the database; `onLost` hears of connections that broke (PostgreSQL only). */
export function connect(address: DatabaseAddress, onLost: (error: Error) => void): Database {
  return 'sqliteFile' in address
    ? openSqlite(address.sqliteFile)
    : openPostgres(address.postgresUrl, onLost);
}
