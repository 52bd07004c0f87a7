// Decides which roles of a user are in force. For a day after a recovery by the secondary address none is: one mailbox must not be
// worth as much as two administrators.

import type { Role } from '@brama/contract/admin/roles';
import type { Queries } from '../../database/connect.ts';
import { rolesOf } from './role-store.ts';

export const suspensionMs = 24 * 3_600_000;

export type HeldRoles = {
  /** Those that give rights now. */
  roles: readonly Role[];
  /** Until then the roles of the user give no rights; undefined if they do. */
  suspendedUntil: number | undefined;
};

/** Returns the roles of the user that are in force. */
export async function rolesInForce(
  queries: Queries,
  userId: string,
  now: number,
): Promise<HeldRoles> {
  const user = await queries
    .selectFrom('users')
    .select('roles_suspended_until')
    .where('id', '=', userId)
    .executeTakeFirst();
  const until = user?.roles_suspended_until ?? 0;
  if (until > now) return { roles: [], suspendedUntil: until };
  return { roles: await rolesOf(queries, userId), suspendedUntil: undefined };
}

/** Suspends the roles of a user from `at` on. Returns until when; undefined for a user without a role. */
export async function suspendRolesOf(
  queries: Queries,
  userId: string,
  at: number,
): Promise<number | undefined> {
  const until = at + suspensionMs;
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set({ roles_suspended_until: until })
    .where('id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('user_roles').select('role').where('user_id', '=', userId)),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n ? until : undefined;
}

/** Returns false if the roles of the user were not suspended. */
export async function restoreRolesOf(
  queries: Queries,
  userId: string,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set({ roles_suspended_until: null })
    .where('id', '=', userId)
    .where('roles_suspended_until', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
