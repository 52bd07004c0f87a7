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

/** Time limits of PostgreSQL, in milliseconds. */
export type PostgresLimits = {
  /** For one statement. After it the connection is closed. */
  statementMs: number;
  /** Until a connection is available: a new one, or a free one of the pool. */
  connectionMs: number;
};

/** For requests of users, who wait for the response. */
const serverLimits: PostgresLimits = { statementMs: 5000, connectionMs: 5000 };

/** For commands and migrations, where one statement may write a million rows. */
export const commandLimits: PostgresLimits = { statementMs: 15 * 60_000, connectionMs: 5000 };

const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

type OnTrouble = (error: Error) => void;

function openPostgres(url: string, onTrouble: OnTrouble, limits: PostgresLimits): Database {
  const pool = new pg.Pool({
    Client: NamedStatementClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: limits.connectionMs,
    // the client stops waiting if the server does not respond; the server also stops abandoned statements
    query_timeout: limits.statementMs,
    statement_timeout: limits.statementMs,
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
 * SQLite, after which nothing can be acknowledged. `limits` apply to PostgreSQL only.
 */
export function connect(
  address: DatabaseAddress,
  onTrouble: OnTrouble,
  limits: PostgresLimits = serverLimits,
): Database {
  if ('postgresUrl' in address) return openPostgres(address.postgresUrl, onTrouble, limits);
  const { dialect, direct } = openSqlite(address.sqliteFile, onTrouble);
  const db = new Kysely<Tables>({ dialect });
  setDirectExecutor(db, direct);
  return db;
}
