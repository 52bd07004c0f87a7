// Writes the staged users to the table of users, within the transaction of the commit. Few statements, because the
// transaction locks the database while they run.

import { type RawBuilder, sql } from 'kysely';
import { type ChangeableColumn, type StagedUser, writtenColumns } from './columns.ts';
import type { StagingConnection } from './staging.ts';

/** `at` in epoch milliseconds. @throws a unique violation if a username or tax number is taken. */
export async function insertUsers(connection: StagingConnection, at: number): Promise<void> {
  await connection
    .insertInto('users')
    .columns([...writtenColumns, 'version', 'created_at', 'updated_at'])
    .expression((from) =>
      from
        .selectFrom('staged_users')
        .select(writtenColumns)
        .select([sql.lit(1).as('version'), sql.lit(at).as('created_at')])
        .select(sql.lit(at).as('updated_at'))
        .where('expected_version', 'is', null),
    )
    .execute();
}

/** Clears the tax numbers that move to another user, so that the update does not violate their unique index. */
export async function clearMovedTaxIds(connection: StagingConnection): Promise<void> {
  await connection
    .updateTable('users')
    .set({ tax_id_hash: null })
    .where('id', 'in', (from) =>
      from.selectFrom('staged_users').select('id').where('gives_up_tax_id', '=', 1),
    )
    .execute();
}

/** Keeps a hash that a sign-in renewed meanwhile, unless the manifest sets the password. */
const password = {
  password_hash: sql`case s.sets_password when 1 then s.password_hash else users.password_hash end`,
  password_renewed_from: sql`case s.sets_password when 1 then null else users.password_renewed_from end`,
  password_given: sql`case s.sets_password when 1 then null else users.password_given end`,
};

/**
 * Updates the users that have this `setsTaxId` and still the version that was read; returns their number. Assigns only
 * `columns`, because each one costs time, an indexed one most.
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

/** Returns false if one of the users has changed since it was read. */
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
