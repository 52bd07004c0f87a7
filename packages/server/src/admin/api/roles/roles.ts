// Lists, grants and revokes roles.

import type { Role } from '@brama/contract/admin/roles';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import { lockWithAdministrators } from '../../roles/lock.ts';
import { checkMayActOn } from '../../roles/may-act-on.ts';
import { grantRole, pageOfRoles, type RoleHolder, revokeRole } from '../../roles/role-store.ts';
import { positionOf } from '../cursor.ts';
import type { Call, Handlers } from '../handler.ts';
import { isoTime, pageFrom } from '../lists.ts';

type Deps = { now: () => number };

const shown = ({ grantedAt, ...rest }: RoleHolder) => ({ ...rest, grantedAt: isoTime(grantedAt) });

async function isDisabled(queries: Queries, userId: string): Promise<boolean> {
  const user = queries.selectFrom('users').select('disabled').where('id', '=', userId);
  return (await user.executeTakeFirstOrThrow()).disabled !== 0;
}

const logLater = (
  { afterCommit, request }: Pick<Call, 'afterCommit' | 'request'>,
  type: 'role.granted' | 'role.revoked',
  { id: user, role }: { id: string; role: Role },
) => afterCommit(() => logSecurityEvent(request.log, type, { user, role }));

export function createRoleHandlers({
  now,
}: Deps): Handlers<'listRoles' | 'grantRole' | 'revokeRole'> {
  return {
    async listRoles({ query: { limit, cursor, role }, queries }) {
      const filters = { list: 'roles', role };
      const after = positionOf(cursor, filters);
      const rows = await pageOfRoles(queries, { role, after, limit: limit + 1 });
      return pageFrom(rows, limit, filters, {
        shown: ({ usernameKey: _key, ...holder }) => shown(holder),
        position: ({ usernameKey, role: id }) => ({ key: usernameKey, id }),
      });
    },

    async grantRole(call) {
      const { actor, params, queries, record } = call;
      const { id: userId, role } = params;
      await lockWithAdministrators(queries, actor.user.id, userId);
      await checkMayActOn(queries, actor, userId);
      if (await isDisabled(queries, userId))
        fail('admin.conflict', { fields: { id: 'is disabled' } });
      if (!(await grantRole(queries, { userId, role, at: now() }))) return;
      await record({ type: 'role.granted', userId, details: { role } });
      logLater(call, 'role.granted', params);
    },

    async revokeRole(call) {
      const { actor, params, queries, record } = call;
      const { id: userId, role } = params;
      await lockWithAdministrators(queries, actor.user.id, userId);
      await checkMayActOn(queries, actor, userId);
      const result = await revokeRole(queries, { userId, role });
      if (result === 'last-administrator')
        fail('admin.conflict', { fields: { id: 'is the last administrator' } });
      if (result === 'absent') fail('admin.not-found');
      await record({ type: 'role.revoked', userId, details: { role } });
      logLater(call, 'role.revoked', params);
    },
  };
}
