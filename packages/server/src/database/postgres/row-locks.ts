// Locks of PostgreSQL, until the end of the transaction. SQLite has one writer at a time and needs none.

import { SqliteAdapter, sql } from 'kysely';
import type { Queries } from '../connect.ts';

/** SQLite has none: its transactions of one writer at a time begin with the lock of the whole database. */
export const hasRowLocks = (queries: Queries) =>
  !(queries.getExecutor().adapter instanceof SqliteAdapter);

/** Keeps the rows as they are: others may read and share, but not change or delete them. */
export function forShare<Query extends { forShare(): Query }>(queries: Queries, query: Query) {
  return hasRowLocks(queries) ? query.forShare() : query;
}

/** Locks rows that this transaction changes later: two that share a row first would wait for each other. */
export function forChange<Query extends { forNoKeyUpdate(): Query }>(
  queries: Queries,
  query: Query,
) {
  return hasRowLocks(queries) ? query.forNoKeyUpdate() : query;
}

/** Runs a query only for its locks. */
export async function lockRows(queries: Queries, query: { execute(): Promise<unknown> }) {
  if (hasRowLocks(queries)) await query.execute();
}

const everyText = sql`hashtextextended('every text', 0)`;

/** Locks texts that no row has yet. Two texts may share a lock. */
export async function lockTexts(queries: Queries, texts: readonly string[]) {
  if (!hasRowLocks(queries) || texts.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${everyText})`.execute(queries);
  const keys = sql`select distinct hashtextextended(text, 0) as key from unnest(${[...texts]}::text[]) as text order by key`;
  // in one order, so that two transactions do not wait for each other
  await sql`select pg_advisory_xact_lock(key) from (${keys} offset 0) as keys`.execute(queries);
}

/** Locks all texts at once: PostgreSQL has no room for many thousand single locks. */
export async function lockEveryText(queries: Queries) {
  if (!hasRowLocks(queries)) return;
  await sql`select pg_advisory_xact_lock(${everyText})`.execute(queries);
}

/** Lets one transaction after the other write users of imports. It has a seed of its own, so that it is none of the texts. */
export async function lockImports(queries: Queries) {
  if (!hasRowLocks(queries)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('imports', 1))`.execute(queries);
}
