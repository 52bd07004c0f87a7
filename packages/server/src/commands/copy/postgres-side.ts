// PostgreSQL as a side of a copy. An advisory lock keeps servers and commands from starting; whether one runs is visible in the list of
// connections.

import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { tryUseAlone } from '../../database/postgres/use-lock.ts';
import { Refusal } from '../backup/refusal.ts';
import { batchSize, type Mark, markName, type Writing } from './side.ts';
import type { Row, Table, Value } from './tables.ts';

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** In the order of bytes, as SQLite has it. */
const keyColumns = ({ key }: Table) =>
  sql.join(
    key.map(({ column, isText }) =>
      isText ? sql`${sql.ref(column)} collate "C"` : sql.ref(column),
    ),
  );

const valuesOf = (columns: readonly string[], rows: readonly Row[]): RawBuilder<unknown> =>
  sql.join(
    rows.map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column] ?? null)))})`),
  );

/** PostgreSQL notices the end of a connection a moment after the client has closed it. */
const leavingMs = 2_000;

/** Repeats a check until it is undefined, or until connections that have ended must be gone. Returns the last answer. */
async function onceLeft(check: () => Promise<string | undefined>): Promise<string | undefined> {
  const end = Date.now() + leavingMs;
  let refusal = await check();
  while (refusal !== undefined && Date.now() < end) {
    await setTimeout(50);
    refusal = await check();
  }
  return refusal;
}

async function otherConnections(connection: Database): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`.execute(
    connection,
  );
  return Number(rows[0]?.count);
}

/** @throws {Refusal} if a server or command has the database open. The lock ends with the connection. */
export async function lockPostgres(connection: Database): Promise<void> {
  const locked = await onceLeft(async () =>
    (await tryUseAlone(connection))
      ? undefined
      : 'A command has the database of PostgreSQL open, or another copy runs.',
  );
  if (locked !== undefined) throw new Refusal(locked);
  const used = await onceLeft(async () => {
    const count = await otherConnections(connection);
    return count > 0
      ? `The database of PostgreSQL has ${count} other connections: stop all servers and other programs first.`
      : undefined;
  });
  if (used !== undefined) throw new Refusal(used);
}

/** Begins a transaction of the source, during which no program changes its rows. @throws {Refusal} */
export async function freezePostgres(connection: Database, tables: readonly Table[]) {
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await sql`begin`.execute(connection);
  await sql`set local lock_timeout = '5s'`.execute(connection);
  await sql`lock table ${names} in share mode`.execute(connection);
}

/** `connection`: one connection; that of a target has no transaction. */
export function postgresSide(connection: Database): Writing {
  const storeMark = (queries: Database, mark: Mark) =>
    sql`insert into installation (name, value, recorded_at) values (${markName}, ${JSON.stringify(mark)}, ${Date.now()}) on conflict (name) do update set value = excluded.value`.execute(
      queries,
    );

  async function together(mark: Mark, work: () => Promise<unknown>): Promise<void> {
    await sql`begin`.execute(connection);
    try {
      await work();
      await storeMark(connection, mark);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  }

  const insert = ({ name, columns }: Table, rows: readonly Row[]) =>
    sql`insert into ${sql.table(name)} (${refs(columns)}) values ${valuesOf(columns, rows)}`.execute(
      connection,
    );

  return {
    async *read(table: Table, after?: readonly Value[]) {
      const keys = keyColumns(table);
      const rest = after ? sql`where (${keys}) > (${sql.join(after)})` : sql``;
      await sql`declare copied cursor with hold for select ${refs(table.columns)} from ${sql.table(table.name)} ${rest} order by ${keys}`.execute(
        connection,
      );
      try {
        for (;;) {
          const fetch = sql<Row>`fetch ${sql.lit(batchSize)} from copied`;
          const { rows } = await fetch.execute(connection);
          if (rows.length === 0) return;
          yield rows;
        }
      } finally {
        await sql`close copied`.execute(connection);
      }
    },
    count: async ({ name }) => {
      const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`;
      return Number((await counted.execute(connection)).rows[0]?.count);
    },
    migrations: async () => {
      const names = sql<{ name: string }>`select name from kysely_migration order by name`;
      return (await names.execute(connection)).rows.map(({ name }) => name);
    },
    fact: async (name) => {
      const found = sql<{ value: string }>`select value from installation where name = ${name}`;
      return (await found.execute(connection)).rows[0]?.value;
    },
    setMark: async (mark) => void (await storeMark(connection, mark)),
    removeMark: async () =>
      void (await sql`delete from installation where name = ${markName}`.execute(connection)),
    insert: (table, rows, mark) => together(mark, () => insert(table, rows)),
    update: (table, columns, rows, mark) =>
      together(mark, async () => {
        // rows of a table that triggers fill are replaced at once
        if (table.writing === 'completed') {
          const keys = rows.map((row) => sql.val(row[table.key[0]?.column ?? '']));
          await sql`delete from ${sql.table(table.name)} where ${sql.ref(table.key[0]?.column ?? '')} in (${sql.join(keys)})`.execute(
            connection,
          );
          await insert(table, rows);
          return;
        }
        for (const row of rows) {
          const set = columns.map((column) => sql`${sql.ref(column)} = ${row[column] ?? null}`);
          const where = table.key.map(
            ({ column }) => sql`${sql.ref(column)} = ${row[column] ?? null}`,
          );
          await sql`update ${sql.table(table.name)} set ${sql.join(set)} where ${sql.join(where, sql` and `)}`.execute(
            connection,
          );
        }
      }),
    // its keys are checked with each row
    finish: async () => void (await sql`analyze`.execute(connection)),
  };
}
