// Opens SQLite or PostgreSQL as a Kysely instance, with the connection settings of each. Contains no schema.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { setDirectExecutor } from './direct.ts';
import { NamedStatementClient } from './named-statements.ts';
import type { Tables } from './schema.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export type Database = Kysely<Tables>;

/** Runs queries: the database or a transaction. */
export type Queries = Pick<
  Database,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with'
>;

export type DatabaseAddress = { sqliteFile: string } | { postgresUrl: string };

export type ConnectionOptions = {
  /** Milliseconds for one statement of PostgreSQL. After it the connection is closed. */
  statementMs: number;
  /** Milliseconds until a connection to PostgreSQL is available: a new one, or a free one of the pool. */
  connectionMs: number;
  /** Each commit to SQLite waits for the disk. Otherwise responses wait (`untilDurable`). */
  waitsAtCommit: boolean;
};

/** For requests of users, who wait for the response. */
const forServer: ConnectionOptions = {
  statementMs: 5000,
  connectionMs: 5000,
  waitsAtCommit: false,
};

/** For commands and migrations: one statement may write a million rows, and they report their success at once. */
export const forCommands: ConnectionOptions = {
  statementMs: 15 * 60_000,
  connectionMs: 5000,
  waitsAtCommit: true,
};

const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

type OnTrouble = (error: Error) => void;

function openPostgres(url: string, onTrouble: OnTrouble, options: ConnectionOptions): Database {
  const pool = new pg.Pool({
    Client: NamedStatementClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: options.connectionMs,
    // the client stops waiting if the server does not respond; the server also stops abandoned statements
    query_timeout: options.statementMs,
    statement_timeout: options.statementMs,
    types: typeParsers,
  });
  // Without listeners a stopped PostgreSQL ends the whole process. The pool only reports errors of idle connections;
  // a connection in use reports its broken socket itself.
  pool.on('error', onTrouble);
  pool.on('connect', (client) => client.on('error', onTrouble));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Opens the database. `onTrouble` receives errors outside of queries: a lost connection to PostgreSQL, or a failed disk of
 * SQLite, after which nothing can be acknowledged.
 */
export function connect(
  address: DatabaseAddress,
  onTrouble: OnTrouble,
  options = forServer,
): Database {
  if ('postgresUrl' in address) return openPostgres(address.postgresUrl, onTrouble, options);
  const { dialect, direct } = openSqlite(address.sqliteFile, onTrouble, options);
  const db = new Kysely<Tables>({ dialect });
  setDirectExecutor(db, direct);
  return db;
}
