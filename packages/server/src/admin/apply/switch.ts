// The one transaction of `apply`: everything that was prepared becomes true at once, or nothing does.

import { type ExpressionBuilder, sql, type UpdateObject } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import type { Tables } from '../../database/schema.ts';
import type { StagedUser, StagingConnection } from './staging.ts';

/** What was planned no longer fits what the database holds, or `--once` was meant for somebody faster. */
export class OvertakenError extends Error {
  override name = 'OvertakenError';
  readonly by: 'a change' | 'the same manifest';
  constructor(by: OvertakenError['by']) {
    super(`overtaken by ${by}`);
    this.by = by;
  }
}

export type Switch = {
  groups: readonly string[];
  /** The rows in the staging table, so that no statement runs in vain. */
  staged: readonly StagedUser[];
  /** Writes applications; false when one of them has changed since it was read. */
  writeApplications(queries: Queries): Promise<boolean>;
  once: string | undefined;
};

type Staged = Tables & { staged_users: StagedUser };

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

async function insertUsers(connection: StagingConnection, at: number) {
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

/**
 * Writes the changed users of whom `setsTaxId` holds; returns how many. Apart, because SQLite rewrites an
 * index whenever its column is assigned, changed or not.
 */
async function updateUsers(connection: StagingConnection, setsTaxId: number, at: number) {
  type From = Staged & { s: StagedUser };
  const assign = (eb: ExpressionBuilder<From, 'users' | 's'>): UpdateObject<From, 'users'> => ({
    username: eb.ref('s.username'),
    full_name: eb.ref('s.full_name'),
    email: eb.ref('s.email'),
    email_key: eb.ref('s.email_key'),
    student_id: eb.ref('s.student_id'),
    employee_id: eb.ref('s.employee_id'),
    data: eb.ref('s.data'),
    groups: eb.ref('s.groups'),
    disabled: eb.ref('s.disabled'),
    // sign-in may have renewed a hash since: it stays unless a password is set here
    password_hash: sql`case s.sets_password when 1 then s.password_hash else users.password_hash end`,
    password_renewed_from: sql`case s.sets_password when 1 then null else users.password_renewed_from end`,
    version: sql`users.version + 1`,
    updated_at: sql.lit(at),
    ...(setsTaxId === 1 && { tax_id_hash: eb.ref('s.tax_id_hash') }),
  });
  const { numUpdatedRows } = await connection
    .updateTable('users')
    .from('staged_users as s')
    .set(assign as never)
    .whereRef('users.id', '=', 's.id')
    .whereRef('users.version', '=', 's.expected_version')
    .where('s.sets_tax_id', '=', setsTaxId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A tax number that moves from user to user is free for a moment. */
async function freeTaxIds(connection: StagingConnection) {
  await connection
    .updateTable('users')
    .set({ tax_id_hash: null })
    .where('id', 'in', (from) =>
      from.selectFrom('staged_users').select('id').where('gives_up_tax_id', '=', 1),
    )
    .execute();
}

async function updateAllUsers(
  connection: StagingConnection,
  changed: readonly StagedUser[],
  at: number,
) {
  for (const setsTaxId of [0, 1]) {
    const expected = changed.filter((user) => user.sets_tax_id === setsTaxId).length;
    if (expected === 0) continue;
    const written = await updateUsers(connection, setsTaxId, at);
    if (written !== expected) throw new OvertakenError('a change');
  }
}

/** Whoever was disabled is out; whoever is let in again starts with a sign-in, not an old session. */
async function endSessions(connection: StagingConnection) {
  await connection
    .deleteFrom('sessions')
    .where('user_id', 'in', (from) =>
      from.selectFrom('staged_users').select('id').where('sets_disabled', '=', 1),
    )
    .execute();
}

async function addGroups(connection: StagingConnection, groups: readonly string[], at: number) {
  if (groups.length === 0) return;
  await connection
    .insertInto('groups')
    .values(groups.map((name) => ({ name, created_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function mark(connection: StagingConnection, name: string, at: number) {
  const { numInsertedOrUpdatedRows } = await connection
    .insertInto('applied_manifests')
    .values({ name, applied_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new OvertakenError('the same manifest');
}

/** @throws {OvertakenError}; a unique violation where somebody else took a name or tax number. */
export async function switchOver(connection: StagingConnection, wanted: Switch, at: number) {
  const { staged, groups, once } = wanted;
  await connection.transaction().execute(async (transaction) => {
    if (once !== undefined) await mark(transaction, once, at);
    await addGroups(transaction, groups, at);
    if (staged.some((user) => user.gives_up_tax_id === 1)) await freeTaxIds(transaction);
    if (staged.some((user) => user.expected_version === null)) await insertUsers(transaction, at);
    const changed = staged.filter((user) => user.expected_version !== null);
    await updateAllUsers(transaction, changed, at);
    if (staged.some((user) => user.sets_disabled === 1)) await endSessions(transaction);
    if (!(await wanted.writeApplications(transaction))) throw new OvertakenError('a change');
  });
}
