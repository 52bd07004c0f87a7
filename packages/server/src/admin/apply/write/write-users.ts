// From the staging table to the table of users, within the switching transaction: a few statements, each
// over all rows of its kind. How long they take is how long the database is held.

import { type RawBuilder, sql } from 'kysely';
import type { StagedUser, StagingConnection } from './staging.ts';

const copied = [
  'id',
  'username',
  'username_key',
  'full_name',
  'email',
  'email_key',
  'student_id',
  'employee_id',
  'tax_id_hash',
  'data',
  'groups',
  'password_hash',
  'disabled',
] as const;

/** Columns that may change, but for the password's, which may change behind our back. */
export type ChangeableColumn = Exclude<
  (typeof copied)[number],
  'id' | 'username_key' | 'password_hash'
>;

/** `at` in epoch milliseconds. @throws a unique violation where a username or tax number is taken. */
export async function insertUsers(connection: StagingConnection, at: number): Promise<void> {
  await connection
    .insertInto('users')
    .columns([...copied, 'version', 'created_at', 'updated_at'])
    .expression((from) =>
      from
        .selectFrom('staged_users')
        .select(copied)
        .select([sql.lit(1).as('version'), sql.lit(at).as('created_at')])
        .select(sql.lit(at).as('updated_at'))
        .where('expected_version', 'is', null),
    )
    .execute();
}

/** A tax number that moves from one user to another is nobody's for a moment. */
export async function freeTaxIds(connection: StagingConnection): Promise<void> {
  await connection
    .updateTable('users')
    .set({ tax_id_hash: null })
    .where('id', 'in', (from) =>
      from.selectFrom('staged_users').select('id').where('gives_up_tax_id', '=', 1),
    )
    .execute();
}

/** Sign-in may have renewed a hash since: it stays unless a password is set here. */
const password = {
  password_hash: sql`case s.sets_password when 1 then s.password_hash else users.password_hash end`,
  password_renewed_from: sql`case s.sets_password when 1 then null else users.password_renewed_from end`,
  password_given: sql`case s.sets_password when 1 then null else users.password_given end`,
};

/**
 * Writes the changed users who get, or do not get, a tax number, where they still are of the version that
 * was read; returns how many. Only `columns` are assigned: each one costs time, an indexed one most of all.
 */
async function updateSome(
  connection: StagingConnection,
  setsTaxId: StagedUser['sets_tax_id'],
  columns: readonly ChangeableColumn[],
  at: number,
): Promise<number> {
  const assigned: Record<string, RawBuilder<unknown>> = {
    ...Object.fromEntries(columns.map((column) => [column, sql.ref(`s.${column}`)])),
    ...password,
    version: sql`users.version + 1`,
    updated_at: sql.lit(at),
  };
  const { numUpdatedRows } = await connection
    .updateTable('users')
    .from('staged_users as s')
    .set(assigned)
    .whereRef('users.id', '=', 's.id')
    .whereRef('users.version', '=', 's.expected_version')
    .where('s.sets_tax_id', '=', setsTaxId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Writes all changed users; false when one of them has changed since it was read. */
export async function updateUsers(
  connection: StagingConnection,
  changed: readonly StagedUser[],
  columns: readonly ChangeableColumn[],
  at: number,
): Promise<boolean> {
  const others = columns.filter((column) => column !== 'tax_id_hash');
  for (const [setsTaxId, assigned] of [[0, others] as const, [1, columns] as const]) {
    const expected = changed.filter((user) => user.sets_tax_id === setsTaxId).length;
    if (expected === 0) continue;
    if ((await updateSome(connection, setsTaxId, assigned, at)) !== expected) return false;
  }
  return true;
}
