// How a database of PostgreSQL stores and compares texts. A cluster that was created without a locale has SQL_ASCII and C.

import { SqliteAdapter, sql } from 'kysely';
import type { Queries } from '../connect.ts';

/** `ctype`: by which the system says what a letter is; empty where PostgreSQL does not ask the system. */
type TextSettings = { encoding: string; ctype: string };

/** Returns undefined on SQLite, which has UTF-8 only. */
export async function findTextSettings(queries: Queries): Promise<TextSettings | undefined> {
  if (queries.getExecutor().adapter instanceof SqliteAdapter) return undefined;
  // datlocprovider came with PostgreSQL 15
  const { rows } = await sql<TextSettings>`select pg_encoding_to_char(encoding) as encoding,
      case when coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') = 'c' then datctype::text else '' end as ctype
    from pg_database d where datname = current_database()`.execute(queries);
  return rows[0];
}
