// Writes many staged users in the caller's transaction, with few statements: users, roles, memberships. Then announces what follows,
// and ends the access of those whom it disabled, enabled or gave a password. `change-users.ts` does the same for single users.

import type { Role } from '@brama/contract/admin/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../../database/connect.ts';
import { lockEveryText } from '../../../database/postgres/row-locks.ts';
import type { MembershipPeriodsTable } from '../../../database/tables/user-tables.ts';
import type { NewEvent } from '../../../events/event.ts';
import type { EndedSession, RevokeUsers } from '../../../sessions/revocation.ts';
import { findUnknownGroups } from '../../groups.ts';
import { findNameClashes } from '../../name-clashes.ts';
import {
  endWithRole,
  grantRole,
  hasAdministrator,
  listAdministrators,
  lockAdministrators,
  removeRoles,
} from '../../roles/role-store.ts';
import { leavesNoAdministrator } from '../rules.ts';
import {
  type By,
  endedEvents,
  followChangedWays,
  recordUsers,
  type Source,
} from './announce-staged.ts';
import {
  type ChangeableColumn,
  type StagedUser,
  type StagingConnection,
  writtenColumns,
} from './staging.ts';

/** Another writer changed a planned record, or applied the same manifest with `--once`. */
export class ConflictError extends Error {
  override name = 'ConflictError';
  readonly by: 'another change' | 'same manifest' | 'last administrator';
  constructor(by: ConflictError['by']) {
    super(`conflict with ${by}`);
    this.by = by;
  }
}

type RoleChange = { userId: string; granted: readonly Role[]; revoked: readonly Role[] };

export type StagedUsers = {
  /** The rows of the staging table; decide which statements run. */
  staged: readonly StagedUser[];
  /** The groups of users whose memberships change. */
  memberOf: ReadonlySet<string>;
  /** Ids of enabled users who get an end date and are enabled until then. */
  ending: ReadonlySet<string>;
  /** Memberships with a period, of users whose memberships change. */
  periods: readonly MembershipPeriodsTable[];
  /** Columns that change for any of them. */
  columns: readonly ChangeableColumn[];
  roleChanges: readonly RoleChange[];
};

/** Where the change is reported, and why it happened. */
export type StagedReports = {
  recordEvents(queries: Queries, events: readonly NewEvent[]): Promise<void>;
  revokeUsers: RevokeUsers;
  reason: Source;
  by: By;
};

/** `at` in epoch milliseconds. @throws a unique violation if a username or tax number is taken. */
async function insertUsers(connection: StagingConnection, at: number): Promise<void> {
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
async function clearMovedTaxIds(connection: StagingConnection): Promise<void> {
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
async function updateUsers(
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

/** Users whose password this manifest set, or whom it disabled or enabled. */
const usersToRevoke = (connection: StagingConnection) =>
  connection
    .selectFrom('staged_users')
    .select('id')
    .where((or) => or.or([or('sets_disabled', '=', 1), or('sets_password', '=', 1)]))
    .where('expected_version', 'is not', null)
    .$asScalar();

/** Rows of one statement; SQLite allows 32 766 values. */
const periodsPerInsert = 1000;

/** Returns the events of changed roles. */
function roleEvents(
  changes: readonly RoleChange[],
  { reason, by }: Pick<StagedReports, 'reason' | 'by'>,
): NewEvent[] {
  const event = (type: 'role.granted' | 'role.revoked', userId: string, role: Role) => ({
    ...by,
    type,
    userId,
    details: { role, reason },
  });
  return changes.flatMap(({ userId, granted, revoked }) => [
    ...granted.map((role) => event('role.granted', userId, role)),
    ...revoked.map((role) => event('role.revoked', userId, role)),
  ]);
}

async function writeRoles(
  connection: StagingConnection,
  roleChanges: readonly RoleChange[],
  { recordEvents, reason, by }: StagedReports,
  at: number,
): Promise<void> {
  for (const { userId, granted, revoked } of roleChanges) {
    for (const role of granted) await grantRole(connection, { userId, role, at });
    if (revoked.length === 0) continue;
    await removeRoles(connection, userId, revoked);
    await endWithRole(connection, userId);
  }
  await recordEvents(connection, roleEvents(roleChanges, { reason, by }));
}

async function writePeriods(
  connection: StagingConnection,
  { staged, periods }: StagedUsers,
): Promise<void> {
  if (staged.every((user) => user.sets_groups === 0)) return;
  await connection
    .deleteFrom('membership_periods')
    .where('user_id', 'in', (from) =>
      from.selectFrom('staged_users').select('id').where('sets_groups', '=', 1),
    )
    .execute();
  for (let start = 0; start < periods.length; start += periodsPerInsert)
    await connection
      .insertInto('membership_periods')
      .values(periods.slice(start, start + periodsPerInsert))
      .execute();
}

/**
 * Writes users, then roles. Locks the administrators between: after users, as all others do, so that none waits for the other.
 * @throws {ConflictError} if this disables the only enabled administrators, takes their role, or gives the only one an end date.
 */
async function keepAdministrator(
  connection: StagingConnection,
  { staged, roleChanges, ending }: StagedUsers,
  { writeUsers, writeRoles }: Record<'writeUsers' | 'writeRoles', () => Promise<void>>,
): Promise<void> {
  const disables = staged.some(({ disabled, sets_disabled }) => disabled && sets_disabled);
  const takes = roleChanges.some(({ revoked }) => revoked.includes('administrator'));
  const isAtStake = disables || takes || ending.size > 0;
  const isChecked = isAtStake && (await hasAdministrator(connection));
  await writeUsers();
  if (isChecked) await lockAdministrators(connection);
  await writeRoles();
  if (!isChecked) return;
  if (leavesNoAdministrator(await listAdministrators(connection), (id) => ending.has(id)))
    throw new ConflictError('last administrator');
}

/**
 * Looks again once no other writer can add a name: after the users are written, as the administration API locks users before names.
 * @throws {ConflictError} if another writer has added a name since the plan.
 */
async function refuseNameClashes(
  connection: StagingConnection,
  staged: readonly StagedUser[],
): Promise<void> {
  const added = staged
    .filter((user) => user.expected_version === null || user.sets_email === 1)
    .map(({ id, username, email, expected_version }) => ({
      id,
      username: expected_version === null ? username : undefined,
      email,
    }));
  if (added.length === 0) return;
  await lockEveryText(connection);
  if ((await findNameClashes(connection, added)).length > 0)
    throw new ConflictError('another change');
}

/**
 * Returns the sessions that it ended. `at` in epoch milliseconds.
 * @throws {ConflictError}; a unique violation if another writer took a name or tax number.
 */
export async function writeStagedUsers(
  connection: StagingConnection,
  users: StagedUsers,
  reports: StagedReports,
  at: number,
): Promise<EndedSession[]> {
  const { staged, columns, memberOf, roleChanges } = users;
  if ((await findUnknownGroups(connection, [...memberOf])).size > 0)
    throw new ConflictError('another change');
  const changed = staged.filter((user) => user.expected_version !== null);
  if (staged.some((user) => user.gives_up_tax_id === 1)) await clearMovedTaxIds(connection);
  if (changed.length < staged.length) await insertUsers(connection, at);
  await keepAdministrator(connection, users, {
    writeUsers: async () => {
      if (!(await updateUsers(connection, changed, columns, at)))
        throw new ConflictError('another change');
    },
    writeRoles: () => writeRoles(connection, roleChanges, reports, at),
  });
  await writePeriods(connection, users);
  await refuseNameClashes(connection, staged);
  if (staged.length > 0) await recordUsers(connection, reports, at);
  await followChangedWays(connection, changed, at);
  const isAccessEnded = changed.some((user) => user.sets_disabled + user.sets_password > 0);
  if (!isAccessEnded) return [];
  const ended = await reports.revokeUsers(connection, {
    users: usersToRevoke(connection),
    scope: 'credentials',
    at,
  });
  await reports.recordEvents(connection, endedEvents(ended, reports));
  return ended;
}
