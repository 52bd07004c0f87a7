// SQLite as a side of a copy. The connection has the file alone: no server can open it until the end, and none has it open.

import SqliteFile from 'better-sqlite3';
import { Refusal } from '../backup/refusal.ts';
import { batchSize, type Mark, markName, type Writing } from './side.ts';
import type { Row, Table, Value } from './tables.ts';

const quoted = (name: string) => `"${name}"`;
const listed = (names: readonly string[]) => names.map(quoted).join(', ');
const marks = (count: number) => Array(count).fill('?').join(', ');

/** @throws {Refusal} if a server or command has the database open. */
export function openAlone(file: string): SqliteFile.Database {
  const database = new SqliteFile(file, { fileMustExist: true, timeout: 1000 });
  try {
    database.pragma('locking_mode = exclusive');
    database.exec('begin immediate');
    database.exec('commit');
    database.pragma('synchronous = full');
    // rows refer to rows that come later; `finish` checks all of them
    database.pragma('foreign_keys = off');
    return database;
  } catch (error) {
    database.close();
    const { code } = error as { code?: string };
    if (!code?.startsWith('SQLITE_BUSY')) throw error;
    throw new Refusal(`A server or a command has ${file} open: stop it first.`, { cause: error });
  }
}

export function sqliteSide(database: SqliteFile.Database): Writing {
  const setMark = (mark: Mark) =>
    database
      .prepare(
        'insert into installation (name, value, recorded_at) values (?, ?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run(markName, JSON.stringify(mark), Date.now());

  const together = (work: () => void) => database.transaction(work).immediate();

  return {
    async *read({ name, columns, key }: Table, after?: readonly Value[]) {
      const keys = listed(key.map(({ column }) => column));
      const rest = after ? `where (${keys}) > (${marks(key.length)})` : '';
      const rows = database
        .prepare(`select ${listed(columns)} from ${quoted(name)} ${rest} order by ${keys}`)
        .iterate(...(after ?? [])) as IterableIterator<Row>;
      let batch: Row[] = [];
      for (const row of rows) {
        batch.push(row);
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    count: async ({ name }) =>
      database
        .prepare(`select count(*) from ${quoted(name)}`)
        .pluck()
        .get() as number,
    migrations: async () =>
      database.prepare('select name from kysely_migration order by name').pluck().all() as string[],
    fact: async (name) =>
      database.prepare('select value from installation where name = ?').pluck().get(name) as
        | string
        | undefined,
    setMark: async (mark) => void setMark(mark),
    removeMark: async () =>
      void database.prepare('delete from installation where name = ?').run(markName),
    insert: async ({ name, columns }, rows, mark) => {
      const statement = database.prepare(
        `insert into ${quoted(name)} (${listed(columns)}) values (${marks(columns.length)})`,
      );
      together(() => {
        for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null));
        setMark(mark);
      });
    },
    update: async ({ name, key }, columns, rows, mark) => {
      const set = columns.map((column) => `${quoted(column)} = ?`).join(', ');
      const where = key.map(({ column }) => `${quoted(column)} = ?`).join(' and ');
      const statement = database.prepare(`update ${quoted(name)} set ${set} where ${where}`);
      const named = [...columns, ...key.map(({ column }) => column)];
      together(() => {
        for (const row of rows) statement.run(...named.map((column) => row[column] ?? null));
        setMark(mark);
      });
    },
    finish: async () => {
      const orphans = database.pragma('foreign_key_check') as { table: string }[];
      if (orphans.length > 0)
        throw new Refusal(`Rows of ${orphans[0]?.table} refer to missing rows.`);
    },
  };
}
