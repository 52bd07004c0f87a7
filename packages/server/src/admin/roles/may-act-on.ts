// No administrator acts on a user with a higher role.

import { type Role, roles } from '@brama/contract/admin/roles';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { rolesOf } from './role-store.ts';

/** The position of the highest role; the number of roles for none. */
function rankOf(own: readonly Role[]): number {
  return Math.min(roles.length, ...own.map((role) => roles.indexOf(role)));
}

/** @throws `admin.higher-role` if the user has a higher role than the caller. */
export async function checkMayActOn(
  queries: Queries,
  actor: { roles: readonly Role[] },
  userId: string,
): Promise<void> {
  if (rankOf(await rolesOf(queries, userId)) < rankOf(actor.roles)) fail('admin.higher-role');
}
