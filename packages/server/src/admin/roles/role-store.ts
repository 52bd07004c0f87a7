// Stores the roles of users. An enabled user with the role administrator always remains once there is one.

import { isRole, type Role, roles } from '@brama/contract/admin/roles';
import type { Database, Queries } from '../../database/connect.ts';

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

type RoleHolder = { username: string; disabled: boolean; role: Role; grantedAt: number };

/** Returns all users with a role, the highest roles first. */
export async function listRoles(db: Database): Promise<RoleHolder[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['username', 'disabled', 'role', 'granted_at'])
    .orderBy('username_key')
    .execute();
  return rows
    .flatMap(({ role, granted_at: grantedAt, disabled, username }) =>
      isRole(role) ? [{ username, disabled: disabled !== 0, role, grantedAt }] : [],
    )
    .sort((a, b) => byRank(a.role, b.role));
}

/** Returns false if the user has the role already. */
export async function grantRole(
  queries: Queries,
  given: { userId: string; role: Role; at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('user_roles')
    .values({ user_id: given.userId, role: given.role, granted_at: given.at })
    .onConflict((conflict) => conflict.columns(['user_id', 'role']).doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Returns the enabled administrators. Locks all administrators until the end of the transaction. */
export async function lockAdministrators(queries: Queries): Promise<string[]> {
  await queries
    .updateTable('user_roles')
    .set(({ ref }) => ({ granted_at: ref('granted_at') }))
    .where('role', '=', 'administrator')
    .execute();
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

/** Returns whether the user is the only enabled administrator. Locks all administrators until the end of the transaction. */
async function isLastAdministrator(queries: Queries, userId: string): Promise<boolean> {
  const enabled = await lockAdministrators(queries);
  return enabled.length === 1 && enabled[0] === userId;
}

/** Takes a role from a user within the caller's transaction. */
export async function revokeRole(
  queries: Queries,
  { userId, role }: { userId: string; role: Role },
): Promise<'revoked' | 'absent' | 'last-administrator'> {
  if (role === 'administrator' && (await isLastAdministrator(queries, userId)))
    return 'last-administrator';
  const { numDeletedRows } = await queries
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst();
  return numDeletedRows > 0n ? 'revoked' : 'absent';
}
