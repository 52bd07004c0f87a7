// Lists and shows users.

import type { Database } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { EventStore } from '../../../events/store.ts';
import { eventOriginOf } from '../../../http/limits/event-origin.ts';
import { userColumns, userFrom } from '../../../users/store.ts';
import type { User } from '../../../users/user.ts';
import { rolesOf } from '../../roles/role-store.ts';
import { cursorOf, positionOf } from '../cursor.ts';
import type { Handlers } from '../handler.ts';

type Deps = { db: Database; events: Pick<EventStore, 'record'> };

const summaryOf = ({ id, username, fullName, email, groups, disabled }: User) => ({
  ...{ id, username, fullName, email, disabled },
  groups: [...groups],
});

export function createUserHandlers({ db, events }: Deps): Handlers<'listUsers' | 'readUser'> {
  return {
    async listUsers({ query: { limit, cursor, ...filters } }) {
      const after = positionOf(cursor, filters);
      let query = db.selectFrom('users').select([...userColumns, 'username_key']);
      if (after) query = query.where('username_key', '>', after.key);
      if (filters.disabled !== undefined)
        query = query.where('disabled', '=', filters.disabled ? 1 : 0);
      const rows = await query
        .orderBy('username_key')
        .limit(limit + 1)
        .execute();
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        items: rows.slice(0, limit).map((row) => summaryOf(userFrom(row))),
        next: last ? cursorOf({ key: last.username_key, id: last.id }, filters) : null,
      };
    },

    async readUser({ actor, params: { id }, request }) {
      const row = await db
        .selectFrom('users')
        .select([...userColumns, 'created_at', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) fail('admin.not-found');
      await db.transaction().execute((queries) =>
        events.record(queries, {
          type: 'user.viewed',
          actor: 'administrator',
          ...{ actorId: actor.user.id, userId: id, sessionUid: actor.session.uid },
          ...eventOriginOf(request),
        }),
      );
      const user = userFrom(row);
      const { fullNameEn, givenName, studentId, employeeId, data } = user;
      return {
        ...summaryOf(user),
        ...{ fullNameEn, givenName, studentId, employeeId, data },
        roles: await rolesOf(db, id),
        createdAt: new Date(row.created_at).toISOString(),
        updatedAt: new Date(row.updated_at).toISOString(),
      };
    },
  };
}
