// When an action needs a second administrator, and who is one. For a day a former administrator counts as one, and a new one does
// not. So one administrator cannot act as two by taking the role from a user, or by giving it to a second account.

import type { Role } from '@brama/contract/admin/roles';
import type { Queries } from '../../database/connect.ts';
import { rolesOf } from './role-store.ts';

const settlingMs = 24 * 3_600_000;

/** Events by which a user lost the role of an administrator within a day. */
const revocations = (queries: Queries, now: number) =>
  queries
    .selectFrom('events')
    .where('type', '=', 'role.revoked')
    .where('at', '>', now - settlingMs)
    .where('details', 'like', '%"role":"administrator"%');

/** Returns the roles of the user, which may be `known`, with that of an administrator for a day after its end. */
export async function recentRolesOf(
  queries: Queries,
  userId: string,
  now: number,
  known?: readonly Role[],
): Promise<readonly Role[]> {
  const roles = known ?? (await rolesOf(queries, userId));
  if (roles.includes('administrator')) return roles;
  const revoked = await revocations(queries, now)
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return revoked ? ['administrator', ...roles] : roles;
}

/** Returns those of the users who stopped being administrators within a day. */
export async function recentAdministratorsAmong(
  queries: Queries,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = await revocations(queries, now)
    .select('user_id')
    .where('user_id', 'in', [...userIds, ''])
    .execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}

const administrators = (queries: Queries) =>
  queries.selectFrom('user_roles').select('user_id').where('role', '=', 'administrator');

/** Returns whether the user has been an administrator for a day. */
export async function mayApprove(queries: Queries, userId: string, now: number): Promise<boolean> {
  const own = administrators(queries).where('user_id', '=', userId);
  return (await own.where('granted_at', '<=', now - settlingMs).executeTakeFirst()) !== undefined;
}

/** Returns whether no user is older than a day. Then all administrators are new, and the first users are still to come. */
export async function isNewInstallation(queries: Queries, now: number): Promise<boolean> {
  const old = queries
    .selectFrom('users')
    .select('id')
    .where('created_at', '<=', now - settlingMs);
  return (await old.limit(1).executeTakeFirst()) === undefined;
}

/** Returns the enabled administrators who may approve, without these users. */
export async function listApprovers(
  queries: Queries,
  except: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await administrators(queries)
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('users.disabled', '=', 0)
    .where('user_roles.granted_at', '<=', now - settlingMs)
    .where((is) =>
      is.or([is('roles_suspended_until', 'is', null), is('roles_suspended_until', '<=', now)]),
    )
    .where('user_roles.user_id', 'not in', except)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns the enabled administrators without this user. */
export async function listOtherAdministrators(queries: Queries, userId: string): Promise<string[]> {
  const rows = await administrators(queries)
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('users.disabled', '=', 0)
    .where('user_roles.user_id', '!=', userId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns whether there are several administrators. Disabled ones count: one administrator alone disables the others. */
export async function areSeveralAdministrators(queries: Queries): Promise<boolean> {
  return (await administrators(queries).limit(2).execute()).length > 1;
}
