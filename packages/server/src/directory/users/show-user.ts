// Shows a user to administrators.

import type { Actor } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import type { Target } from '../../users/changes/target.ts';
import { disabledReason, type Membership } from '../../users/lifecycle/effective-state.ts';
import type { StoredLifecycle } from '../../users/lifecycle/lifecycle-store.ts';
import { inOrderOfTrust } from '../../users/sources/combine-sources.ts';
import { linksOfUsers } from '../../users/sources/link-store.ts';
import { ownersOf } from '../../users/sources/ownership.ts';
import { listSources } from '../../users/sources/source-store.ts';
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

/** Returns the entries of the map that belong to the source. */
const ownedBy = (owners: ReadonlyMap<string, string>, source: string) =>
  [...owners].filter(([, owner]) => owner === source).map(([name]) => name);

/** Returns what each source says, and what it owns. */
async function sourcesOf(queries: Queries, { user: { id }, roles }: Target, now: number) {
  const links = (await linksOfUsers(queries, [id])).get(id) ?? [];
  if (links.length === 0) return [];
  const owners = ownersOf(links, roles.length > 0, now);
  const titles = new Map((await listSources(queries)).map(({ name, title }) => [name, title]));
  return inOrderOfTrust(links).map(({ source, externalId, state, reason, endsAt }) => ({
    source,
    title: titles.get(source) ?? null,
    externalId,
    state,
    reason,
    endsAt: isoTimeOrNull(endsAt),
    fields: [
      ...ownedBy(owners.fields, source)
        .filter((field) => field !== 'data')
        .map((field) => (field === 'sponsor' ? 'sponsorId' : field)),
      ...ownedBy(owners.data, source).map((name) => `data.${name}`),
    ],
    groups: ownedBy(owners.groups, source),
  }));
}

/** Returns the user without the roles. */
async function showUser(queries: Queries, stored: Target, now: number) {
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
    sources: await sourcesOf(queries, stored, now),
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
