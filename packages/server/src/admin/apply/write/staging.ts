// Users waiting for the switch, in a temporary table: it belongs to this one connection, locks nothing of
// the database proper, and is gone with the process, however that ends. Not a store: it keeps nothing.

import { type CompiledQuery, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import type { Tables, UsersTable } from '../../../database/schema.ts';

export type StagedUser = Omit<
  UsersTable,
  'password_renewed_from' | 'password_given' | 'version' | 'created_at' | 'updated_at'
> & {
  /** Version the change was computed from; null for a new user. */
  expected_version: number | null;
  /** 0 or 1 each: these columns are written only where they change. */
  sets_tax_id: number;
  sets_password: number;
  sets_disabled: number;
  /** 1 when another staged user takes over the tax number this one has. */
  gives_up_tax_id: number;
};

/** One connection that sees the staged users beside the tables. */
export type StagingConnection = Kysely<Tables & { staged_users: StagedUser }>;

const texts = [
  ['id', 'username', 'username_key', 'full_name', 'data', 'groups'],
  ['email', 'email_key', 'student_id', 'employee_id', 'tax_id_hash', 'password_hash'],
] as const;
const numbers = [
  'disabled',
  'expected_version',
  'sets_tax_id',
  'sets_password',
  'sets_disabled',
  'gives_up_tax_id',
] as const;

const columns = [...texts.flat(), ...numbers];

async function prepare(connection: StagingConnection) {
  if (connection.getExecutor().adapter instanceof SqliteAdapter) {
    // never on disk: the rows hold password hashes; and room for what one transaction changes
    await sql`pragma temp_store = memory`.execute(connection);
    await sql`pragma cache_size = -262144`.execute(connection);
  }
  let table = connection.schema.createTable('staged_users').temporary();
  for (const name of texts.flat()) table = table.addColumn(name, 'text');
  for (const name of numbers) table = table.addColumn(name, 'integer');
  await table.execute();
}

/** Times 18 columns: well below the 32 766 parameters SQLite takes and the 65 535 of PostgreSQL. */
const rowsPerInsert = 200;

/** Adds rows in the order in which they are to be written. `onProgress` hears of rows added. */
export async function stage(
  connection: StagingConnection,
  rows: readonly StagedUser[],
  onProgress: (rows: number) => void,
) {
  let insert: CompiledQuery | undefined;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert);
    const parameters = batch.flatMap((row) => columns.map((column) => row[column]));
    // compiling a statement costs as much as running it: all full batches share one
    if (insert?.parameters.length !== parameters.length) insert = insertOf(connection, batch);
    await connection.executeQuery({ ...insert, parameters });
    onProgress(batch.length);
  }
}

/** The columns stand in the order of the rows' own keys, so these are put in ours. */
function insertOf(connection: StagingConnection, batch: readonly StagedUser[]): CompiledQuery {
  const values = batch.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
  return connection
    .insertInto('staged_users')
    .values(values as StagedUser[])
    .compile();
}

/** Runs `work` on a connection of its own with an empty staging table. */
export function withStaging<T>(
  db: Database,
  work: (connection: StagingConnection) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (one) => {
    const connection = one as unknown as StagingConnection;
    await prepare(connection);
    try {
      return await work(connection);
    } finally {
      // it fails only on a connection that broke, and then the table is gone anyway
      await connection.schema
        .dropTable('staged_users')
        .execute()
        .catch(() => undefined);
    }
  });
}
