// Stores the roles of users. An enabled user with the role administrator always remains once there is one.

import { isRole, type Role, roles } from '@brama/contract/admin/roles';
import type { Queries } from '../../database/connect.ts';
import { recordFact } from '../../database/installation.ts';
import { lockRows } from '../../database/postgres/row-locks.ts';
import { fail } from '../../errors.ts';
import { unsettleLinks } from '../sources/link-store.ts';
import { lockUser } from '../ways-in.ts';

const byRank = (a: Role, b: Role) => roles.indexOf(a) - roles.indexOf(b);

/** Returns the roles of the user, the highest first. Leaves out roles of newer releases. */
export async function rolesOf(queries: Queries, userId: string): Promise<Role[]> {
  const own = queries.selectFrom('user_roles').select('role').where('user_id', '=', userId);
  const rows = await own.execute();
  return rows
    .map(({ role }) => role)
    .filter(isRole)
    .sort(byRank);
}

/** Returns user id → roles, the highest first, for users with a role. */
export async function rolesOfUsers(
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, Role[]>> {
  const rows = await queries
    .selectFrom('user_roles')
    .select(['user_id', 'role'])
    .where('user_id', 'in', [...userIds, ''])
    .execute();
  const found = new Map<string, Role[]>();
  for (const { user_id, role } of rows)
    if (isRole(role)) found.set(user_id, [...(found.get(user_id) ?? []), role].sort(byRank));
  return found;
}

export type RoleHolder = {
  userId: string;
  username: string;
  fullName: string;
  disabled: boolean;
  role: Role;
  grantedAt: number;
  /** May have passed. */
  suspendedUntil: number | null;
};

const holders = (queries: Queries) =>
  queries
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['user_id', 'username', 'username_key', 'full_name', 'disabled', 'role', 'granted_at'])
    .select('roles_suspended_until')
    // newer releases may have others
    .where('role', 'in', roles)
    .orderBy('username_key')
    .orderBy('role');

type Row = Awaited<ReturnType<ReturnType<typeof holders>['execute']>>[number];

const holderFrom = (row: Row): RoleHolder => ({
  userId: row.user_id,
  username: row.username,
  fullName: row.full_name,
  disabled: row.disabled !== 0,
  role: row.role as Role,
  grantedAt: row.granted_at,
  suspendedUntil: row.roles_suspended_until ?? null,
});

/** Returns up to `limit` roles of users by username, from the position on; those of one kind with `role`. */
export async function pageOfRoles(
  queries: Queries,
  page: {
    role: Role | undefined;
    after: { key: string; id: string } | undefined;
    limit: number;
  },
): Promise<(RoleHolder & { usernameKey: string })[]> {
  const { role, after, limit } = page;
  let query = holders(queries).limit(limit);
  if (role) query = query.where('role', '=', role);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('username_key', 'role'), '>', tuple(after.key, after.id)),
    );
  const rows = await query.execute();
  return rows.map((row) => ({ ...holderFrom(row), usernameKey: row.username_key }));
}

/** Returns false if the user has the role already. Records that there is an administrator, for all time. */
export async function grantRole(
  queries: Queries,
  given: { userId: string; role: Role; at: number },
): Promise<boolean> {
  if (given.role === 'administrator')
    await recordFact(queries, { name: 'administrator', value: '1', at: given.at });
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('user_roles')
    .values({ user_id: given.userId, role: given.role, granted_at: given.at })
    .onConflict((conflict) => conflict.columns(['user_id', 'role']).doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Returns the enabled administrators, first those who have been it for longest. */
export async function listAdministrators(queries: Queries): Promise<string[]> {
  const enabled = await queries
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('user_id')
    .where('role', '=', 'administrator')
    .where('disabled', '=', 0)
    .orderBy('granted_at')
    .execute();
  return enabled.map(({ user_id }) => user_id);
}

/** Returns the enabled administrators. Locks all administrators until the end of the transaction. */
export async function lockAdministrators(queries: Queries): Promise<string[]> {
  const rows = queries
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'administrator');
  await lockRows(queries, rows.orderBy('user_id').forNoKeyUpdate());
  return listAdministrators(queries);
}

/**
 * Returns whether the user is the only enabled administrator. Locks all administrators until the end of the transaction, but only
 * if the user is one. A change of users locks them before the administrators, so that no two transactions wait for each other.
 */
async function isLastAdministrator(queries: Queries, userId: string): Promise<boolean> {
  if (!(await rolesOf(queries, userId)).includes('administrator')) return false;
  const enabled = await lockAdministrators(queries);
  return enabled.length === 1 && enabled[0] === userId;
}

/** Returns whether any enabled user is an administrator. */
export async function hasAdministrator(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('user_id')
    .where('role', '=', 'administrator')
    .where('disabled', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends, within the caller's transaction, the API tokens of a user who has lost a role, and the requests that wait for a second
 * administrator. With the role they would revive. The sources of the user decide again about what the role has guarded.
 */
export async function endWithRole(queries: Queries, userId: string): Promise<void> {
  await unsettleLinks(queries, userId);
  await queries.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
  await queries
    .deleteFrom('approvals')
    .where('requested_by', '=', userId)
    .where('decided_at', 'is', null)
    .execute();
}

/** Takes roles from a user, within the caller's transaction. Returns whether the user had one of them. */
export async function removeRoles(
  queries: Queries,
  userId: string,
  taken: readonly Role[],
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', 'in', taken)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes a role from a user, with what ends with it, within the caller's transaction. */
export async function revokeRole(
  queries: Queries,
  { userId, role }: { userId: string; role: Role },
): Promise<'revoked' | 'absent' | 'last-administrator'> {
  if (role === 'administrator' && (await isLastAdministrator(queries, userId)))
    return 'last-administrator';
  if (!(await removeRoles(queries, userId, [role]))) return 'absent';
  await endWithRole(queries, userId);
  return 'revoked';
}

/**
 * Locks the user and all administrators until the end of the transaction, so that the caller is an administrator until then.
 * Returns the enabled administrators. @throws `admin.not-found`, `admin.forbidden`
 */
export async function lockWithAdministrators(
  queries: Queries,
  callerId: string,
  userId: string,
): Promise<string[]> {
  if (!(await lockUser(queries, userId))) fail('admin.not-found');
  const administrators = await lockAdministrators(queries);
  if (!administrators.includes(callerId)) fail('admin.forbidden');
  return administrators;
}
