// Finds the last enabled administrator, whom nothing may disable.

import type { Queries } from '../../database/connect.ts';
import { lockAdministrators, rolesOf } from './role-store.ts';

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
 * Returns whether the user is the only enabled administrator. Locks all administrators until the end of the transaction, but only
 * if the user is one. A change of users locks them before the administrators, so that no two transactions wait for each other.
 */
export async function isLastAdministrator(queries: Queries, userId: string): Promise<boolean> {
  if (!(await rolesOf(queries, userId)).includes('administrator')) return false;
  const enabled = await lockAdministrators(queries);
  return enabled.length === 1 && enabled[0] === userId;
}
