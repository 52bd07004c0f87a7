// Lists users: a search, filters and an order, page by page. Each request is stored as an event, without what was typed.

import { type AskedUserFilters, maxCountedUsers } from '@brama/contract/admin/users';
import type { MethodId } from '@brama/contract/pages/login-page';
import { pageFrom, positionOf } from '../../admin/cursor.ts';
import type { Actor, Handlers } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull, timeFrom } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { UserFilters } from '../../users/search/conditions.ts';
import { countFound, type FoundUser, findUsers } from '../../users/search/find-users.ts';
import type { SearchTexts } from '../../users/search/refresh.ts';
import type { User } from '../../users/user.ts';
import { usersWithWays } from '../../users/ways-in.ts';

export type ListUsersDeps = FilterDeps & {
  searchTexts: Pick<SearchTexts, 'refresh'>;
  /** Returns whether the first sign-in with Google would link the user. */
  linksGoogleByAddress(user: User): Promise<boolean>;
};

export type FilterDeps = { enabledMethods: readonly MethodId[] };

export const summaryOf = ({ id, username, fullName, email, groups, disabled }: User) => ({
  id,
  username,
  fullName,
  email,
  disabled,
  groups: [...groups],
});

/** A search fills so many texts of new and changed users itself, so that it finds them at once. The job fills more. */
const maxRefreshed = 100;

/** Before a search. While the database refuses writes, it finds the last texts. */
export const fillTexts = ({ searchTexts }: ListUsersDeps): Promise<unknown> =>
  searchTexts.refresh(maxRefreshed).catch(() => 0);

export const searchReasons = {
  q: 'must have a letter, a digit or a sign',
  cursor: 'is not a cursor of this list',
};

/** @throws `request.invalid` for an empty period. */
function periodOf(
  asked: AskedUserFilters,
  first: 'endsFrom' | 'signedInFrom',
  last: 'endsTo' | 'signedInTo',
) {
  const [from, to] = [asked[first], asked[last]].map((text) => timeFrom(text) ?? undefined);
  if (from !== undefined && to !== undefined && to <= from)
    fail('request.invalid', { fields: { [last]: `must be after ${first}` } });
  return { from, to };
}

/** Returns the filters with normalised names. @throws `admin.forbidden` for a role without `roles.read` */
export function normalFilters<Filters extends AskedUserFilters>(
  { permissions }: Pick<Actor, 'permissions'>,
  asked: Filters,
) {
  if (asked.role !== undefined && !permissions.includes('roles.read'))
    fail('admin.forbidden', {
      fields: { role: 'needs roles.read' },
      refusal: { permission: 'roles.read' },
    });
  return { ...asked, group: asked.group?.normalize('NFC') };
}

/** Returns the filters as the search takes them. @throws `request.invalid` for an empty period. */
export function searchFilters(
  { enabledMethods }: FilterDeps,
  asked: AskedUserFilters,
): UserFilters {
  const { hasWayIn, ...others } = asked;
  const ends = periodOf(asked, 'endsFrom', 'endsTo');
  const signedIn = periodOf(asked, 'signedInFrom', 'signedInTo');
  const byTaxId = enabledMethods.includes('diia');
  return {
    ...others,
    endsFrom: ends.from,
    endsTo: ends.to,
    signedInFrom: signedIn.from,
    signedInTo: signedIn.to,
    wayIn: hasWayIn === undefined ? undefined : { has: hasWayIn, byTaxId },
  };
}

export const listedOf = ({ user, listed }: FoundUser) => ({
  ...summaryOf(user),
  validUntil: isoTimeOrNull(listed.validUntil),
  sponsorId: listed.sponsorId,
  createdAt: isoTime(listed.createdAt),
  lastSignInAt: isoTimeOrNull(listed.lastSignInAt),
});

/** Returns a function that says how each of the users can sign in. */
async function readWays(deps: ListUsersDeps, queries: Queries, found: readonly FoundUser[]) {
  const ids = found.map(({ user: { id } }) => id);
  const withWay = await usersWithWays(queries, ids, deps.enabledMethods);
  const linked = new Set<string>();
  for (const { user } of found)
    if (!withWay.has(user.id) && (await deps.linksGoogleByAddress(user))) linked.add(user.id);
  return ({ id }: User) => ({ hasWayIn: withWay.has(id), linksGoogle: linked.has(id) });
}

export const createCountUsers =
  (deps: ListUsersDeps): Handlers<'countUsers'>['countUsers'] =>
  async ({ actor, query, queries }) => {
    await fillTexts(deps);
    const filters = searchFilters(deps, normalFilters(actor, query));
    const count = await countFound(queries, filters, maxCountedUsers);
    if (count === undefined) return fail('request.invalid', { fields: { q: searchReasons.q } });
    return { count: Math.min(count, maxCountedUsers), hasMore: count > maxCountedUsers };
  };

export const createListUsers =
  (deps: ListUsersDeps): Handlers<'listUsers'>['listUsers'] =>
  async ({ actor, query: { limit, cursor, ...asked }, queries, record }) => {
    const own = normalFilters(actor, asked);
    const after = positionOf(cursor, own);
    await fillTexts(deps);
    const { sort, ...asks } = own;
    const filters = searchFilters(deps, asks);
    const found = await findUsers(queries, { filters, sort, after, limit: limit + 1 });
    if ('wrong' in found)
      return fail('request.invalid', { fields: { [found.wrong]: searchReasons[found.wrong] } });
    const waysOf = await readWays(deps, queries, found);
    const page = pageFrom(found, limit, own, {
      shown: (one) => ({ ...listedOf(one), ...waysOf(one.user) }),
      position: ({ position }) => position,
    });
    await record({ type: 'users.searched', details: { results: page.items.length } });
    return page;
  };
