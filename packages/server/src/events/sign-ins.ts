// Successful sign-ins, by their own index of method and time. SQLite would take the index of all types.

import { SqliteAdapter, sql } from 'kysely';
import type { Queries } from '../database/connect.ts';

/** Returns `events where …`, to which conditions on `method` and `at` are added. */
export function signInsByMethod(queries: Queries) {
  const isSqlite = queries.getExecutor().adapter instanceof SqliteAdapter;
  const index = sql.raw(isSqlite ? 'indexed by events_sign_ins' : '');
  return sql`events ${index} where type = 'sign-in.succeeded'`;
}
