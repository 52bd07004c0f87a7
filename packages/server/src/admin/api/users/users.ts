// Lists and shows users.

import { fail } from '../../../errors.ts';
import { userColumns, userFrom } from '../../../users/store.ts';
import type { User } from '../../../users/user.ts';
import { rolesOf } from '../../roles/role-store.ts';
import { positionOf } from '../cursor.ts';
import type { Handlers } from '../handler.ts';
import { isoTime, pageFrom } from '../lists.ts';

const summaryOf = ({ id, username, fullName, email, groups, disabled }: User) => ({
  ...{ id, username, fullName, email, disabled },
  groups: [...groups],
});

export function createUserHandlers(): Handlers<'listUsers' | 'readUser'> {
  return {
    async listUsers({ query: { limit, cursor, ...filters }, queries }) {
      const after = positionOf(cursor, filters);
      let query = queries.selectFrom('users').select([...userColumns, 'username_key']);
      if (after) query = query.where('username_key', '>', after.key);
      if (filters.disabled !== undefined)
        query = query.where('disabled', '=', filters.disabled ? 1 : 0);
      const rows = await query
        .orderBy('username_key')
        .limit(limit + 1)
        .execute();
      return pageFrom(rows, limit, filters, {
        shown: (row) => summaryOf(userFrom(row)),
        position: ({ username_key: key, id }) => ({ key, id }),
      });
    },

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
