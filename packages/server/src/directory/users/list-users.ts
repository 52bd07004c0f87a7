// Lists users: a search, filters and an order, page by page. Each request is stored as an event, without what was typed.

import type { AskedUserFilters } from '@brama/contract/admin/users';
import { pageFrom, positionOf } from '../../admin/cursor.ts';
import type { Actor, Handlers } from '../../admin/handler.ts';
import { timeFrom } from '../../admin/times.ts';
import { fail } from '../../errors.ts';
import type { UserFilters } from '../../users/search/conditions.ts';
import { findUsers } from '../../users/search/find-users.ts';
import type { SearchTexts } from '../../users/search/refresh.ts';
import type { User } from '../../users/user.ts';

export type ListUsersDeps = { searchTexts: Pick<SearchTexts, 'refresh'> };

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

export const searchReasons = {
  q: 'must have a letter, a digit or a sign',
  cursor: 'is not a cursor of this list',
};

/** @throws `request.invalid` for an empty period. */
function periodOf(from: string | undefined, to: string | undefined) {
  const [endsFrom, endsTo] = [from, to].map((text) => timeFrom(text) ?? undefined);
  if (endsFrom !== undefined && endsTo !== undefined && endsTo <= endsFrom)
    fail('request.invalid', { fields: { endsTo: 'must be after endsFrom' } });
  return { endsFrom, endsTo };
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
export const searchFilters = ({ endsFrom, endsTo, ...others }: AskedUserFilters): UserFilters => ({
  ...others,
  ...periodOf(endsFrom, endsTo),
});

export const createListUsers =
  ({ searchTexts }: ListUsersDeps): Handlers<'listUsers'>['listUsers'] =>
  async ({ actor, query: { limit, cursor, ...asked }, queries, record }) => {
    const own = normalFilters(actor, asked);
    const after = positionOf(cursor, own);
    // while the database refuses writes, the list is that of the last texts
    await searchTexts.refresh(maxRefreshed).catch(() => 0);
    const { sort, ...asks } = own;
    const filters = searchFilters(asks);
    const found = await findUsers(queries, { filters, sort, after, limit: limit + 1 });
    if ('wrong' in found)
      return fail('request.invalid', { fields: { [found.wrong]: searchReasons[found.wrong] } });
    const page = pageFrom(found, limit, own, {
      shown: ({ user }) => summaryOf(user),
      position: ({ position }) => position,
    });
    await record({ type: 'users.searched', details: { results: page.items.length } });
    return page;
  };
