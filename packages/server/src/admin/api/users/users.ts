// Lists and shows users.

import { fail } from '../../../errors.ts';
import { userColumns, userFrom } from '../../../users/store.ts';
import { rolesOf } from '../../roles/role-store.ts';
import type { Handlers } from '../handler.ts';
import { isoTime } from '../lists.ts';
import { createListUsers, type ListUsersDeps, summaryOf } from './list-users.ts';

export function createUserHandlers(deps: ListUsersDeps): Handlers<'listUsers' | 'readUser'> {
  return {
    listUsers: createListUsers(deps),

    async readUser({ params: { id }, queries, record }) {
      const row = await queries
        .selectFrom('users')
        .select([...userColumns, 'version', 'created_at', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return fail('admin.not-found');
      await record({ type: 'user.viewed', userId: id });
      const user = userFrom(row);
      const { fullNameEn, givenName, studentId, employeeId, data } = user;
      return {
        ...summaryOf(user),
        ...{ fullNameEn, givenName, studentId, employeeId, data },
        roles: await rolesOf(queries, id),
        version: row.version,
        createdAt: isoTime(row.created_at),
        updatedAt: isoTime(row.updated_at),
      };
    },
  };
}
