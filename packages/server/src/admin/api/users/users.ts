// Lists and shows users.

import type { Handlers } from '../handler.ts';
import { createListUsers, type ListUsersDeps } from './list-users.ts';
import { showUserTo } from './show-user.ts';

export function createUserHandlers({
  now,
  ...deps
}: ListUsersDeps & { now(): number }): Handlers<'listUsers' | 'readUser'> {
  return {
    listUsers: createListUsers(deps),

    async readUser({ actor, params: { id }, queries, record }) {
      const user = await showUserTo(actor, queries, id, now());
      await record({ type: 'user.viewed', userId: id });
      return user;
    },
  };
}
