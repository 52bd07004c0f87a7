// A migration that says that it only adds changes nothing that a server of the previous release uses.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeEmptyDatabase } from '../../test/support/databases.ts';
import type { Database } from './connect.ts';
import { migrations } from './migrations.ts';

type Column = { type: string; notnull: number; dflt_value: string | null; pk: number };

/** Returns the columns of all tables, as `table.column`. */
async function columnsOf(db: Database): Promise<Map<string, Column>> {
  const columns = sql<Column & { name: string }>`
    select t.name || '.' || c.name as name, c.type, c."notnull", c.dflt_value, c.pk
    from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`;
  const { rows } = await columns.execute(db);
  return new Map(rows.map(({ name, ...column }) => [name, column]));
}

const tableOf = (column: string) => column.split('.', 1)[0];

test('migrations that only add keep every column, and an insert without the new ones works', async () => {
  const { db, close } = await makeEmptyDatabase('sqlite');
  const wrong: string[] = [];
  for (const [name, { up, onlyAdds }] of Object.entries(migrations)) {
    const before = await columnsOf(db);
    await up(db);
    const after = await columnsOf(db);
    const tables = new Set([...before.keys()].map(tableOf));
    const kept = [...before].every(
      ([column, shape]) => JSON.stringify(after.get(column)) === JSON.stringify(shape),
    );
    const optional = [...after].every(
      ([column, { notnull, dflt_value }]) =>
        before.has(column) || !tables.has(tableOf(column)) || notnull === 0 || dflt_value !== null,
    );
    if (onlyAdds && !(kept && optional)) wrong.push(name);
  }
  await close();
  expect(wrong).toEqual([]);
});
