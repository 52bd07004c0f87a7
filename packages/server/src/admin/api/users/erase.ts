// Erases a user, and reports what is deleted and what stays.

import { fail } from '../../../errors.ts';
import { eraseUser } from '../../../users/lifecycle/erase-user.ts';
import { lockAdministrators } from '../../roles/role-store.ts';
import type { Handlers } from '../handler.ts';
import type { IdempotentRequests } from '../idempotency.ts';
import type { ChangeUsersDeps } from './change-users.ts';
import { lockTarget } from './user-rules.ts';

const nameOf = (table: string) => table.replaceAll('_', '-');

export type ErasureDeps = ChangeUsersDeps & {
  idempotentRequests: Pick<IdempotentRequests, 'forget'>;
};

export function createErasureHandlers(deps: ErasureDeps): Handlers<'eraseUser'> {
  return {
    async eraseUser({ actor, params: { id }, queries, record }) {
      await lockTarget(queries, actor, id);
      const administrators = await lockAdministrators(queries);
      if (administrators.length === 1 && administrators[0] === id)
        fail('admin.conflict', { fields: { id: 'the user is the last administrator' } });
      const user = await queries
        .selectFrom('users')
        .select(['username', 'username_key'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const { deleted, events, notifications, guests } = await eraseUser(
        queries,
        { id, username: user.username, usernameKey: user.username_key },
        {
          ...deps,
          forgetResponses: (...one) => deps.idempotentRequests.forget(...one),
          at: deps.now(),
        },
      );
      await record({ type: 'user.erased', userId: id });
      const kept = [
        { what: 'username-hash', count: 1, why: 'no other user may receive it' },
        { what: 'events', count: events, why: 'for 90 days, without networks and browsers' },
        { what: 'notifications', count: notifications, why: 'until applications are notified' },
        { what: 'guests', count: guests, why: 'they have no sponsor now' },
      ].filter(({ count }) => count > 0);
      const counts = Object.entries(deleted).map(([table, count]) => ({
        what: nameOf(table),
        count,
      }));
      return { id, deleted: [{ what: 'profile', count: 1 }, ...counts], kept };
    },
  };
}
