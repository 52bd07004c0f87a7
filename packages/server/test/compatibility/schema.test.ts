// A migrated database of version 0.1 has the same tables, columns and indexes as a new one, and no retired name.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { databaseKinds, makeDatabase } from '../support/databases.ts';
import { restoreDatabase } from './restored.ts';

const retired =
  /sealed|farewell|known_devices|pending(?!_sign_ins)|earlier|(^|\.)limits|\.(tries|free_at)\b/;

/** Returns the columns, and of each index its definition. */
async function schemaOf(db: Database, kind: string): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: false });
  const columns = tables.flatMap(({ name, columns: found }) =>
    found.map(
      (column) => `${name}.${column.name} ${column.dataType} ${column.isNullable ? 'null' : ''}`,
    ),
  );
  const indexes =
    kind === 'sqlite'
      ? sql<{
          text: string;
        }>`select sql as text from sqlite_master where type = 'index' and sql is not null`
      : sql<{ text: string }>`select indexdef as text from pg_indexes where schemaname = 'public'
          union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype <> 'n'
          and connamespace = 'public'::regnamespace`;
  const { rows } = await indexes.execute(db);
  return [...columns, ...rows.map(({ text }) => text)].sort();
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('a migrated old database has the schema of a new one', async () => {
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
