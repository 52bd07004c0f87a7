// Former migrations have made a database of version 0.7.0. Migrated, it has the schema of a new one, and no retired name.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { databaseKinds, makeDatabase } from '../support/databases.ts';
import { restoreDatabase } from './restored.ts';

const retired =
  /sealed|farewell|known_devices|pending(?!_sign_ins)|earlier|(^|\.)limits|\.(tries|free_at)\b/;

const onSqlite = 'select name, sql as definition from sqlite_master where sql is not null';

// names of not-null constraints come from the columns as they were called first
const onPostgres = `
  select c.relname || '.' || a.attnum as name, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
      || a.attcollation::regcollation || ' ' || a.attnotnull || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
  union all select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype`;

/** Returns the definitions of columns, indexes, constraints, triggers and functions. */
async function schemaOf(db: Database, kind: string): Promise<string[]> {
  const query = sql.raw<{ name: string; definition: string }>(
    kind === 'sqlite' ? onSqlite : onPostgres,
  );
  const { rows } = await query.execute(db);
  return rows
    .map(({ name, definition }) => `${name}: ${definition}`)
    .map((text) =>
      kind === 'postgres'
        ? text
        : // SQLite keeps the text of the statements, and this name of a key
          text
            .replaceAll(/["\s]+/g, ' ')
            .replaceAll(/ ?([(),]) ?/g, '$1')
            .replace('known_devices_pk', 'trusted_devices_pk')
            .toLowerCase(),
    )
    .sort();
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('a migrated database of 0.7.0 has the schema of a new one', async () => {
    const fresh = await makeDatabase(kind);
    const restored = await restoreDatabase(kind);
    await migrate(restored.db);
    const [expected, found] = [await schemaOf(fresh.db, kind), await schemaOf(restored.db, kind)];
    await fresh.close();
    await restored.close();
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(120);
    expect(found.filter((line) => retired.test(line))).toEqual([]);
  });
});
