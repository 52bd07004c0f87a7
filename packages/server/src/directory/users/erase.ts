// Erases a user, and reports what is deleted and what stays.

import type { Handlers } from '../../admin/handler.ts';
import type { IdempotentRequests } from '../../admin/idempotency.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { readUser } from '../../users/changes/target.ts';
import { type Erasure, eraseUser, previewErasure } from '../../users/lifecycle/erase-user.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { ChangeUsersDeps } from './edit-users.ts';
import { lockTarget } from './user-rules.ts';

const isFound = ({ count }: { count: number }) => count > 0;
const nameOf = (table: string) => table.replaceAll('_', '-');

/** Locks the user and the guests of the user, whom the erasure changes, in one order. */
async function lockGuests(queries: Queries, id: string): Promise<void> {
  const users = queries.selectFrom('users').select('id').orderBy('id');
  const rows = users.where((is) => is.or([is('id', '=', id), is('sponsor_id', '=', id)]));
  for (const user of await rows.execute()) await lockUser(queries, user.id);
}

function reportOf(id: string, { deleted, events, notifications, guests, persons }: Erasure) {
  const kept = [
    { what: 'username-hash', count: 1, why: 'no other user may receive it' },
    { what: 'events', count: events, why: 'for 90 days, without networks and browsers' },
    { what: 'notifications', count: notifications, why: 'until applications are notified' },
    { what: 'guests', count: guests, why: 'they have no sponsor now' },
    { what: 'source-links', count: persons, why: 'no import may add the person again' },
  ].filter(isFound);
  const counts = Object.entries(deleted).map(([table, count]) => ({ what: nameOf(table), count }));
  return { id, deleted: [{ what: 'profile', count: 1 }, ...counts.filter(isFound)], kept };
}

export type ErasureDeps = ChangeUsersDeps & {
  idempotentRequests: IdempotentRequests;
};

export function createErasureHandlers(deps: ErasureDeps): Handlers<'eraseUser' | 'previewErasure'> {
  return {
    async previewErasure({ params: { id }, queries, record }) {
      if (!(await readUser(queries, id))) fail('admin.not-found');
      await record({ type: 'user.viewed', userId: id, details: { how: 'erasure' } });
      return reportOf(id, await previewErasure(queries, id));
    },

    async eraseUser({ actor, params: { id }, queries, record }) {
      await lockGuests(queries, id);
      const { user, usernameKey, roles } = await lockTarget(queries, actor, id);
      // taking the role may need a second administrator
      if (roles.includes('administrator'))
        fail('admin.conflict', { fields: { id: 'is an administrator: take the role first' } });
      const erasure = await eraseUser(
        queries,
        { id, username: user.username, usernameKey },
        {
          ...deps,
          forgetResponses: (...one) => deps.idempotentRequests.forget(...one),
          at: deps.now(),
        },
      );
      await record({ type: 'user.erased', userId: id });
      return reportOf(id, erasure);
    },
  };
}
