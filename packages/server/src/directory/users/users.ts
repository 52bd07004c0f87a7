// Lists and shows users.

import type { Handlers } from '../../admin/handler.ts';
import { fail } from '../../errors.ts';
import { readUser } from '../../users/changes/target.ts';
import { rolesOf } from '../../users/roles/role-store.ts';
import { createExportUsers } from './export-users.ts';
import { createCountUsers, createListUsers, type ListUsersDeps } from './list-users.ts';
import { showUserTo } from './show-user.ts';

export function createUserHandlers({
  now,
  ...deps
}: ListUsersDeps & { now(): number }): Handlers<
  'listUsers' | 'countUsers' | 'exportUsers' | 'readUser'
> {
  return {
    listUsers: createListUsers(deps),
    countUsers: createCountUsers(deps),
    exportUsers: createExportUsers({ ...deps, now }),

    async readUser({ actor, params: { id }, queries, record }) {
      const stored = (await readUser(queries, id)) ?? fail('admin.not-found');
      const target = { ...stored, roles: await rolesOf(queries, id) };
      await record({ type: 'user.viewed', userId: id });
      return showUserTo(actor, queries, target, now());
    },
  };
}
