// Stages users in a temporary table before the commit. The table belongs to one connection, locks no other table, and
// disappears with the process.

import type { Role } from '@brama/contract/admin/roles';
import { type CompiledQuery, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import type { Tables } from '../../../database/schema.ts';
import type { UsersTable } from '../../../database/tables/user-tables.ts';
import { factColumns } from '../../columns.ts';
import type { Membership } from '../../lifecycle/effective-state.ts';

/** Columns of `users` that a manifest writes, copied from the staging table. */
export const writtenColumns = [
  'id',
  ...factColumns,
  'username_key',
  'email_key',
  'tax_id_hash',
  'groups',
  'password_hash',
  'disabled',
  'disabled_by_administrator',
  'disabled_note',
  'valid_from',
  'valid_until',
  'changes_at',
  'sponsor_id',
] as const;

export const storedColumns = [
  ...writtenColumns,
  'password_renewed_from',
  'password_given',
  'version',
] as const;

/** Integers of the staging table only. */
const stagingFlags = [
  'expected_version',
  'sets_email',
  'sets_tax_id',
  'sets_password',
  'sets_disabled',
  'sets_groups',
  'gives_up_tax_id',
] as const;

export type RowOfUser = Pick<UsersTable, (typeof storedColumns)[number]> & {
  /** The memberships that have a period. */
  periods: readonly Membership[];
  /** The `username_key` of the sponsor. */
  sponsor_key: string | null;
  roles: readonly Role[];
};

export type StagedUser = Pick<UsersTable, (typeof writtenColumns)[number]> & {
  /** Version that the change was computed from; null for a new user. */
  expected_version: number | null;
  /** 0 or 1. */
  sets_email: number;
  /** The address that is replaced. */
  former_email: string | null;
  /** 0 or 1. These columns are written only if they change. */
  sets_tax_id: number;
  sets_password: number;
  sets_disabled: number;
  /** 1 if memberships change, so that their periods are replaced. */
  sets_groups: number;
  /** 1 if another staged user takes over the tax number. */
  gives_up_tax_id: number;
  /** Details of the event, as JSON. */
  event_details?: string;
};

/** Columns that can change, without the password: a sign-in can change that at the same time. */
export type ChangeableColumn = Exclude<
  (typeof writtenColumns)[number],
  'id' | 'username_key' | 'password_hash'
>;

/** One connection with the staging table beside the tables of the database. */
export type StagingConnection = Kysely<Tables & { staged_users: StagedUser }>;

const columns = [...writtenColumns, ...stagingFlags, 'former_email', 'event_details'] as const;
const integers: ReadonlySet<string> = new Set([
  'disabled',
  'disabled_by_administrator',
  ...stagingFlags,
]);
const times: ReadonlySet<string> = new Set(['valid_from', 'valid_until', 'changes_at']);

function typeOf(column: string): 'integer' | 'bigint' | 'text' {
  if (times.has(column)) return 'bigint';
  return integers.has(column) ? 'integer' : 'text';
}

async function prepare(connection: StagingConnection, isLarge: boolean) {
  if (connection.getExecutor().adapter instanceof SqliteAdapter) {
    // never on disk, because the rows have password hashes; the cache holds the changes of one transaction
    await sql`pragma temp_store = memory`.execute(connection);
    if (isLarge) await sql`pragma cache_size = -262144`.execute(connection);
  }
  let table = connection.schema.createTable('staged_users').temporary();
  for (const name of columns) table = table.addColumn(name, typeOf(name));
  await table.execute();
}

/** Times some 30 columns: below the 32 766 parameters of SQLite and the 65 535 of PostgreSQL. */
const rowsPerInsert = 200;

/** Adds rows in the order in which they are written later. Calls `onProgress` with the number of added rows. */
export async function stage(
  connection: StagingConnection,
  rows: readonly StagedUser[],
  onProgress: (rows: number) => void,
) {
  let insert: CompiledQuery | undefined;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert);
    const parameters = batch.flatMap((row) => columns.map((column) => row[column] ?? null));
    // compiling a statement costs as much as running it: all full batches share one
    if (insert?.parameters.length !== parameters.length) insert = insertOf(connection, batch);
    await connection.executeQuery({ ...insert, parameters });
    onProgress(batch.length);
  }
}

/** Compiles the insert with its columns in the order of `columns`; Kysely takes the order of the first row. */
function insertOf(connection: StagingConnection, batch: readonly StagedUser[]): CompiledQuery {
  const values = batch.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
  return connection
    .insertInto('staged_users')
    .values(values as StagedUser[])
    .compile();
}

/** So many new rows make the statistics of PostgreSQL useless. */
const manyRows = 1000;

/**
 * Counts the rows of the written tables again, so that PostgreSQL plans the next queries well. It does so itself only within some minutes.
 * A role that does not own the tables only gets a warning.
 */
export async function refreshStatistics(connection: StagingConnection, rows: number) {
  if (rows < manyRows || connection.getExecutor().adapter instanceof SqliteAdapter) return;
  await sql`analyze users, user_search, group_members, membership_periods`
    .execute(connection)
    // the users are stored, whether or not this succeeds
    .catch(() => undefined);
}

/** Runs `work` on its own connection with an empty staging table. `isLarge`: one transaction may write very many users. */
export function withStaging<T>(
  db: Database,
  work: (connection: StagingConnection) => Promise<T>,
  { isLarge = false } = {},
): Promise<T> {
  return db.connection().execute(async (one) => {
    const connection = one as unknown as StagingConnection;
    await prepare(connection, isLarge);
    try {
      return await work(connection);
    } finally {
      // fails only on a broken connection, whose temporary table is gone
      await connection.schema
        .dropTable('staged_users')
        .execute()
        .catch(() => undefined);
    }
  });
}
