// Deletes expired rows in small batches, for the cleanup job. Each store decides when its rows have expired.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { Tables } from './schema.ts';

/**
 * Deletes up to `limit` rows and returns how many. `key` is the primary key of the table. `expired` is a condition, or a time
 * in epoch milliseconds that `expires_at` has reached.
 */
export async function deleteExpired<T extends keyof Tables>(
  db: Database,
  { table, key }: { table: T; key: readonly (keyof Tables[T] & string)[] },
  expired: number | RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const condition = typeof expired === 'number' ? sql`expires_at <= ${expired}` : expired;
  // neither database supports DELETE with LIMIT
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where (${columns}) in (select ${columns} from ${sql.table(table)} where ${condition} limit ${limit})`.execute(
      db,
    );
  return Number(numAffectedRows);
}
