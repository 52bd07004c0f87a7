// What is stored: a hash of each table, without those that every request may change.

import { sql } from 'kysely';
import type { Database } from '../../../../src/database/connect.ts';
import type { DatabaseKind } from '../../databases.ts';

/** Counters of attempts, uses of secrets, and texts of searches, which the server writes when it finds the time. */
const ignored = /^(rate_limits|application_secret_uses|user_search(_\w+)?|sqlite_\w+|kysely_\w+)$/;

export type DatabaseState = Readonly<Record<string, string>>;

/** Returns a function that reads the state. */
export async function stateReader(
  db: Database,
  kind: DatabaseKind,
): Promise<() => Promise<DatabaseState>> {
  const tables = await db.introspection.getTables();
  const hashes = tables
    .filter(({ name, isView }) => !isView && !ignored.test(name))
    .map(({ name, columns }) => {
      const table = sql.table(name);
      if (kind === 'postgres')
        return sql`select ${sql.lit(name)} as name,
          (select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} as t) as rows`;
      const texts = columns.map((column) => sql`quote(${sql.ref(column.name)})`);
      return sql`select ${sql.lit(name)} as name,
        (select group_concat(${sql.join(texts, sql` || ',' || `)}, '|') from ${table}) as rows`;
    });
  const query = sql<{ name: string; rows: string }>`${sql.join(hashes, sql` union all `)}`;
  return async () => {
    const { rows } = await query.execute(db);
    return Object.fromEntries(rows.map((row) => [row.name, row.rows ?? '']));
  };
}

/** Returns the names of the tables that differ. */
export const changedTables = (before: DatabaseState, after: DatabaseState) =>
  Object.keys(after).filter((name) => before[name] !== after[name]);
