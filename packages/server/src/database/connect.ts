// Opens SQLite or PostgreSQL as a Kysely instance, with the connection settings of each. Contains no schema.

import { Kysely } from 'kysely';
import { setDirectExecutor } from './direct.ts';
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts';
import type { Tables } from './schema.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export type Database = Kysely<Tables>;

/** Runs queries: the database or a transaction. */
export type Queries = Pick<
  Database,
  | 'selectFrom'
  | 'insertInto'
  | 'updateTable'
  | 'deleteFrom'
  | 'with'
  | 'executeQuery'
  | 'getExecutor'
>;

export type DatabaseAddress = { sqliteFile: string } | { postgresUrl: string };

export type ConnectionOptions = PostgresOptions & {
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

type OnTrouble = (error: Error) => void;

/**
 * Opens the database. `onTrouble` receives errors outside of queries: a lost connection to PostgreSQL, or a failed disk of
 * SQLite, after which nothing can be acknowledged.
 */
export function connect(
  address: DatabaseAddress,
  onTrouble: OnTrouble,
  options = forServer,
): Database {
  const { dialect, direct } =
    'postgresUrl' in address
      ? openPostgres(address.postgresUrl, onTrouble, options)
      : openSqlite(address.sqliteFile, onTrouble, options);
  const db = new Kysely<Tables>({ dialect });
  setDirectExecutor(db, direct);
  return db;
}
