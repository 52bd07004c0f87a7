// No administrator acts on a user with a higher role, or takes over a user with other rights.

import { includesRights } from '@brama/contract/admin/permissions';
import { type Role, roles } from '@brama/contract/admin/roles';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { rolesOf } from './role-store.ts';
import { recentRolesOf } from './second-administrator.ts';

/** The position of the highest role; the number of roles for none. */
function rankOf(own: readonly Role[]): number {
  return Math.min(roles.length, ...own.map((role) => roles.indexOf(role)));
}

/** Returns whether a user with these roles has a higher one than the caller. */
export const hasHigherRank = (actor: { roles: readonly Role[] }, own: readonly Role[]) =>
  rankOf(own) < rankOf(actor.roles);

/** @throws `admin.higher-role` if a user with these roles has a higher one than the caller. */
export function checkRank(actor: { roles: readonly Role[] }, own: readonly Role[]): void {
  if (hasHigherRank(actor, own)) fail('admin.higher-role');
}

/** Returns the roles of the user. @throws `admin.higher-role` if the user has a higher role than the caller. */
export async function checkMayActOn(
  queries: Queries,
  actor: { roles: readonly Role[] },
  userId: string,
): Promise<Role[]> {
  const own = await rolesOf(queries, userId);
  checkRank(actor, own);
  return own;
}

/**
 * For changes by which the caller could sign in as the user: of factors, and of the address for a new password.
 * Returns whether the user counts as an administrator. @throws `admin.higher-role` if the user has a right that the caller does
 * not have. `known`: the roles of the user, if they are read already.
 */
export async function checkMayActAs(
  queries: Queries,
  { roles: own, user }: { roles: readonly Role[]; user: { id: string } },
  userId: string,
  now: number,
  known?: readonly Role[],
): Promise<{ isAdministrator: boolean }> {
  const roles = await recentRolesOf(queries, userId, now, known);
  if (userId !== user.id && !includesRights(own, roles)) fail('admin.higher-role');
  return { isAdministrator: roles.includes('administrator') };
}
