// The tables that a copy between databases writes, in an order in which each row finds the rows to which it refers. SQLite describes
// them; PostgreSQL has the same tables and columns.

import type SqliteFile from 'better-sqlite3';

export type Value = string | number | null;
export type Row = Record<string, Value>;

export type Table = {
  name: string;
  columns: readonly string[];
  /** The columns by which rows are ordered, and their types. */
  key: readonly { column: string; isText: boolean }[];
  /** Columns that refer to rows of the same table. They are written after all rows. */
  ownReferences: readonly string[];
  /** `filled`: by triggers. `completed`: rows are made by triggers, and their columns are written. */
  writing: 'rows' | 'filled' | 'completed';
};

/** Made by the migrations, and the servers that run. */
const leftOut = new Set(['kysely_migration', 'kysely_migration_lock', 'migration_marks', 'nodes']);

/** Tables that the triggers of `users` fill. The number of a row of `user_search` serves the index of SQLite alone. */
const special: Record<string, Pick<Table, 'writing' | 'key'> & { without: readonly string[] }> = {
  group_members: {
    writing: 'filled',
    key: [
      { column: 'group_name', isText: true },
      { column: 'user_id', isText: true },
    ],
    without: [],
  },
  user_search: {
    writing: 'completed',
    key: [{ column: 'user_id', isText: true }],
    without: ['id'],
  },
};

type Column = { name: string; type: string; pk: number };

function tableOf(database: SqliteFile.Database, name: string): Table {
  const all = database
    .prepare('select name, type, pk from pragma_table_info(?)')
    .all(name) as Column[];
  const own = database
    .prepare('select "from" from pragma_foreign_key_list(?) where "table" = ?')
    .pluck()
    .all(name, name) as string[];
  const { writing = 'rows', without = [], key } = special[name] ?? {};
  const primary = all.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: all.map((column) => column.name).filter((column) => !without.includes(column)),
    key: key ?? primary.map(({ name: column, type }) => ({ column, isText: type === 'TEXT' })),
    ownReferences: own,
    writing,
  };
}

/** Returns the tables, each after those to which it refers. */
export function readTables(database: SqliteFile.Database): Table[] {
  const names = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all() as string[];
  const parentsOf = (name: string) =>
    database
      .prepare('select distinct "table" from pragma_foreign_key_list(?) where "table" <> ?')
      .pluck()
      .all(name, name) as string[];
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name)) return;
    for (const parent of parentsOf(name)) add(parent);
    ordered.push(name);
  };
  for (const name of names) if (!leftOut.has(name)) add(name);
  const isSpecial = (name: string) => Object.hasOwn(special, name);
  // after `users`, whose triggers fill them
  const order = [...ordered.filter((name) => !isSpecial(name)), ...ordered.filter(isSpecial)];
  return order.map((name) => tableOf(database, name));
}
