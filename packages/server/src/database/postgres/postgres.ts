// Opens PostgreSQL as a Kysely dialect with a pool of connections, and an executor for prepared queries on the same pool.

import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DirectExecutor } from '../direct.ts';
import { NamedStatementClient } from './named-statements.ts';
import { PoolExecutor } from './pool-executor.ts';

export type PostgresOptions = {
  /** Milliseconds for one statement. After it the connection is closed. */
  statementMs: number;
  /** Milliseconds until a connection is available: a new one, or a free one of the pool. */
  connectionMs: number;
};

const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export type OpenPostgres = { dialect: Dialect; direct: DirectExecutor };

/** Opens a database. `onTrouble` receives the errors of connections that no query waits for. */
export function openPostgres(
  url: string,
  onTrouble: (error: Error) => void,
  { statementMs, connectionMs }: PostgresOptions,
): OpenPostgres {
  const pool = new pg.Pool({
    Client: NamedStatementClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectionMs,
    // the client stops waiting if the server does not respond; the server also stops abandoned statements
    query_timeout: statementMs,
    statement_timeout: statementMs,
    types: typeParsers,
  });
  // Without listeners a stopped PostgreSQL ends the whole process. The pool only reports errors of idle connections;
  // a connection in use reports its broken socket itself.
  pool.on('error', onTrouble);
  pool.on('connect', (client) => client.on('error', onTrouble));
  return { dialect: new PostgresDialect({ pool }), direct: new PoolExecutor(pool) };
}
