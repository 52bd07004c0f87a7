// Shows a user to administrators.

import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import { disabledReason, type Membership } from '../../../users/lifecycle/effective-state.ts';
import { readLifecycles, type StoredLifecycle } from '../../../users/lifecycle/lifecycle-store.ts';
import { userColumns, userFrom } from '../../../users/store.ts';
import { rolesOf } from '../../roles/role-store.ts';
import { isoTime, isoTimeOrNull } from '../../times.ts';
import type { Actor } from '../handler.ts';
import { summaryOf } from './list-users.ts';

/** `groups` are those of which the user is a member now. */
export const membershipOf = (
  { group, validFrom, validUntil }: Membership,
  groups: readonly string[],
) => ({
  group,
  validFrom: isoTimeOrNull(validFrom),
  validUntil: isoTimeOrNull(validUntil),
  active: groups.includes(group),
});

const membershipsOf = ({ facts, groups }: StoredLifecycle) =>
  facts.memberships
    .map((one) => membershipOf(one, groups))
    .sort((a, b) => (a.group < b.group ? -1 : 1));

async function countGuests(queries: Queries, id: string): Promise<number> {
  const { count } = await queries
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('sponsor_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the user without the roles. @throws `admin.not-found`, also for an erased user. */
export async function showUser(queries: Queries, id: string, now: number) {
  const row = await queries
    .selectFrom('users')
    .select([...userColumns, 'tax_id_hash', 'version', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  const lifecycle = row && (await readLifecycles(queries, [id])).get(id);
  if (!row || !lifecycle) return fail('admin.not-found');
  const user = userFrom(row);
  const { fullNameEn, givenName, studentId, employeeId, data } = user;
  const { facts, sponsorId } = lifecycle;
  return {
    ...summaryOf(user),
    fullNameEn,
    givenName,
    studentId,
    employeeId,
    data,
    hasTaxId: row.tax_id_hash !== null,
    disabledReason: user.disabled ? (disabledReason(facts, now) ?? 'by-administrator') : null,
    validFrom: isoTimeOrNull(facts.validFrom),
    validUntil: isoTimeOrNull(facts.validUntil),
    sponsorId,
    guests: await countGuests(queries, id),
    memberships: membershipsOf(lifecycle),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

/** Returns the user as in a response to the caller. @throws `admin.not-found` */
export async function showUserTo(actor: Actor, queries: Queries, id: string, now: number) {
  const user = await showUser(queries, id, now);
  if (!actor.permissions.includes('roles.read')) return user;
  return { ...user, roles: await rolesOf(queries, id) };
}
