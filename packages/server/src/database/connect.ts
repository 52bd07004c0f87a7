// Opens SQLite or PostgreSQL behind one Kysely. Knows how each must be set up, not what is stored.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { allowDirect } from './direct.ts';
import { NamingClient } from './named-statements.ts';
import type { Tables } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type Database = Kysely<Tables>;

/** What queries run on: the database or a transaction of it. */
export type Queries = Pick<
  Database,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with'
>;

export type DatabaseAddress = { sqliteFile: string } | { postgresUrl: string };

const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

function openPostgres(url: string, onLost: (error: Error) => void): Database {
  const pool = new pg.Pool({
    Client: NamingClient,
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

/** Opens the database; `onTrouble` is called for errors outside of any query: a lost connection, a failed flush. */
export function connect(address: DatabaseAddress, onTrouble: (error: Error) => void): Database {
  if ('postgresUrl' in address) return openPostgres(address.postgresUrl, onTrouble);
  const { dialect, direct } = openSqlite(address.sqliteFile, onTrouble);
  const db = new Kysely<Tables>({ dialect });
  allowDirect(db, direct);
  return db;
}
