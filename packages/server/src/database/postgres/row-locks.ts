// Row locks of PostgreSQL, until the end of the transaction. SQLite has one writer at a time and needs none.

import { SqliteAdapter } from 'kysely';
import type { Queries } from '../connect.ts';

const hasNoRowLocks = (queries: Queries) => queries.getExecutor().adapter instanceof SqliteAdapter;

/** Keeps the rows as they are: others may read and share, but not change or delete them. */
export function forShare<Query extends { forShare(): Query }>(queries: Queries, query: Query) {
  return hasNoRowLocks(queries) ? query : query.forShare();
}

/** Locks rows that this transaction changes later: two that share a row first would wait for each other. */
export function forChange<Query extends { forNoKeyUpdate(): Query }>(
  queries: Queries,
  query: Query,
) {
  return hasNoRowLocks(queries) ? query : query.forNoKeyUpdate();
}
