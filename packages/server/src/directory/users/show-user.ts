// Shows a user to administrators.

import type { Actor } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import type { StoredUser, Target } from '../../users/changes/target.ts';
import { disabledReason, type Membership } from '../../users/lifecycle/effective-state.ts';
import type { StoredLifecycle } from '../../users/lifecycle/lifecycle-store.ts';
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

export const membershipsOf = ({ facts, groups }: StoredLifecycle) =>
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

/** Returns the user without the roles. */
async function showUser(queries: Queries, stored: StoredUser, now: number) {
  const { user, taxIdHash, lifecycle, version, createdAt, updatedAt } = stored;
  const { facts, sponsorId, disabledNote } = lifecycle;
  return {
    ...user,
    ...summaryOf(user),
    hasTaxId: taxIdHash !== null,
    disabledReason: user.disabled ? (disabledReason(facts, now) ?? 'by-administrator') : null,
    disabledNote,
    validFrom: isoTimeOrNull(facts.validFrom),
    validUntil: isoTimeOrNull(facts.validUntil),
    sponsorId,
    guests: await countGuests(queries, user.id),
    memberships: membershipsOf(lifecycle),
    version,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** Returns the user as in a response to the caller. */
export async function showUserTo(actor: Actor, queries: Queries, target: Target, now: number) {
  const user = await showUser(queries, target, now);
  if (!actor.permissions.includes('roles.read')) return user;
  return { ...user, roles: [...target.roles] };
}
