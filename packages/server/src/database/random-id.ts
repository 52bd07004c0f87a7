// Random ids that the database makes.

import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Queries } from './connect.ts';

/** Returns a new random id for each row of a statement. */
export function randomId(queries: Pick<Queries, 'getExecutor'>): RawBuilder<string> {
  const isSqlite = queries.getExecutor().adapter instanceof SqliteAdapter;
  return isSqlite ? sql`lower(hex(randomblob(16)))` : sql`gen_random_uuid()::text`;
}
