// Lists users: a search, filters and an order, page by page. Each request is stored as an event, without what was typed.

import { pageFrom, positionOf } from '../../admin/cursor.ts';
import type { Handlers } from '../../admin/handler.ts';
import { timeFrom } from '../../admin/times.ts';
import { fail } from '../../errors.ts';
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

const reasons = {
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

export const createListUsers =
  ({ searchTexts }: ListUsersDeps): Handlers<'listUsers'>['listUsers'] =>
  async ({ actor, query: { limit, cursor, ...asked }, queries, record }) => {
    const own = { ...asked, group: asked.group?.normalize('NFC') };
    if (own.role !== undefined && !actor.permissions.includes('roles.read'))
      fail('admin.forbidden', {
        fields: { role: 'needs roles.read' },
        refusal: { permission: 'roles.read' },
      });
    const after = positionOf(cursor, own);
    // while the database refuses writes, the list is that of the last texts
    await searchTexts.refresh(maxRefreshed).catch(() => 0);
    const { sort, endsFrom, endsTo, ...others } = own;
    const filters = { ...others, ...periodOf(endsFrom, endsTo) };
    const found = await findUsers(queries, { filters, sort, after, limit: limit + 1 });
    if ('wrong' in found)
      return fail('request.invalid', { fields: { [found.wrong]: reasons[found.wrong] } });
    const page = pageFrom(found, limit, own, {
      shown: ({ user }) => summaryOf(user),
      position: ({ position }) => position,
    });
    await record({ type: 'users.searched', details: { results: page.items.length } });
    return page;
  };
