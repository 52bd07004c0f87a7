// Opens SQLite or PostgreSQL behind one Kysely. Knows how each must be set up, not what is stored.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { setDirectExecutor } from './direct.ts';
import { NamedStatementClient } from './named-statements.ts';
import type { Tables } from './schema.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export type Database = Kysely<Tables>;

/** What queries run on: the database or a transaction of it. */
export type Queries = Pick<
  Database,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with'
>;

export type DatabaseAddress = { sqliteFile: string } | { postgresUrl: string };

/** How long PostgreSQL may take, in milliseconds. */
export type PostgresLimits = {
  /** One statement; beyond it the connection is discarded. */
  statementMs: number;
  /** Until there is a connection: a new one, or a free one of the pool. */
  connectionMs: number;
};

/** While users wait. */
const serverLimits: PostgresLimits = { statementMs: 5000, connectionMs: 5000 };

/** One statement of a command or of a migration may write a million rows. */
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
    // here, for a server that does not answer; and there, so that nothing abandoned goes on
    query_timeout: limits.statementMs,
    statement_timeout: limits.statementMs,
    types: typeParsers,
  });
  // without listeners a stopped PostgreSQL takes the whole process with it: the pool's own hears of idle
  // connections only, a connection in use reports its broken socket itself
  pool.on('error', onTrouble);
  pool.on('connect', (client) => client.on('error', onTrouble));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Opens the database; `onTrouble` is called for errors outside of any query: a lost connection, a failed flush. `limits`
 * concern PostgreSQL alone.
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
