// Opens SQLite or PostgreSQL as a Kysely instance, with the connection settings of each. Contains no schema.

import { type Dialect, Kysely } from 'kysely';
import { type DirectExecutor, setDirectExecutor } from './direct.ts';
import type { PostgresOptions } from './postgres/postgres.ts';
import type { Tables } from './schema.ts';

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

/** Opens the database that has been named before. */
export type Connect = (onTrouble: OnTrouble, options?: ConnectionOptions) => Database;

function databaseOf({ dialect, direct }: { dialect: Dialect; direct: DirectExecutor }): Database {
  const db = new Kysely<Tables>({ dialect });
  setDirectExecutor(db, direct);
  return db;
}

/** Loads the driver of the database, and not that of the other kind. */
export async function loadDriver(address: DatabaseAddress): Promise<Connect> {
  if ('postgresUrl' in address) {
    const { openPostgres } = await import('./postgres/postgres.ts');
    return (onTrouble, options = forServer) =>
      databaseOf(openPostgres(address.postgresUrl, onTrouble, options));
  }
  const { openSqlite } = await import('./sqlite/sqlite.ts');
  return (onTrouble, options = forServer) =>
    databaseOf(openSqlite(address.sqliteFile, onTrouble, options));
}

/**
 * Opens the database. `onTrouble` receives errors outside of queries: a lost connection to PostgreSQL, or a failed disk of
 * SQLite, after which nothing can be acknowledged.
 */
export async function connect(
  address: DatabaseAddress,
  ...rest: Parameters<Connect>
): Promise<Database> {
  return (await loadDriver(address))(...rest);
}
