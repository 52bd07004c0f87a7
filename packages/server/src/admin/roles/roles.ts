// Lists, grants and revokes roles.

import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { checkMayActOn } from '../../users/roles/may-act-on.ts';
import {
  lockWithAdministrators,
  pageOfRoles,
  type RoleHolder,
  rolesOf,
} from '../../users/roles/role-store.ts';
import { areSeveralAdministrators } from '../../users/roles/second-administrator.ts';
import { type AskDeps, askSecond } from '../approvals/approvals.ts';
import { pageFrom, positionOf } from '../cursor.ts';
import type { Handlers } from '../handler.ts';
import { isoTime } from '../times.ts';
import { giveRole, takeRole } from './change-role.ts';

const shown = ({ grantedAt, suspendedUntil, ...rest }: RoleHolder, now: number) => ({
  ...rest,
  grantedAt: isoTime(grantedAt),
  suspendedUntil: suspendedUntil === null || suspendedUntil <= now ? null : isoTime(suspendedUntil),
});

async function isDisabled(queries: Queries, userId: string): Promise<boolean> {
  const user = queries.selectFrom('users').select('disabled').where('id', '=', userId);
  return (await user.executeTakeFirstOrThrow()).disabled !== 0;
}

export function createRoleHandlers(
  deps: AskDeps,
): Handlers<'listRoles' | 'grantRole' | 'revokeRole'> {
  return {
    async listRoles({ query: { limit, cursor, role }, queries }) {
      const filters = { list: 'roles', role };
      const after = positionOf(cursor, filters);
      const rows = await pageOfRoles(queries, { role, after, limit: limit + 1 });
      return pageFrom(rows, limit, filters, {
        shown: ({ usernameKey: _key, ...holder }) => shown(holder, deps.now()),
        position: ({ usernameKey, role: id }) => ({ key: usernameKey, id }),
      });
    },

    async grantRole(call) {
      const { actor, params, body, queries } = call;
      const { reason = '' } = body ?? {};
      const { id: userId, role } = params;
      await lockWithAdministrators(queries, actor.user.id, userId);
      await checkMayActOn(queries, actor, userId);
      if (await isDisabled(queries, userId))
        fail('admin.conflict', { fields: { id: 'is disabled' } });
      const isNew = !(await rolesOf(queries, userId)).includes(role);
      if (isNew && role === 'administrator' && (await areSeveralAdministrators(queries))) {
        const wanted = { action: 'administrator.grant', reason, hours: null } as const;
        return { approval: await askSecond(deps, call, wanted) };
      }
      await giveRole(call, { ...params, reason }, deps.now());
      return undefined;
    },

    async revokeRole(call) {
      const { actor, params, body, queries } = call;
      const { reason = '' } = body ?? {};
      const { id: userId, role } = params;
      await lockWithAdministrators(queries, actor.user.id, userId);
      await checkMayActOn(queries, actor, userId);
      const has = (await rolesOf(queries, userId)).includes(role);
      if (has && role === 'administrator' && userId !== actor.user.id) {
        const wanted = { action: 'administrator.revoke', reason, hours: null } as const;
        return { approval: await askSecond(deps, call, wanted) };
      }
      await takeRole(call, { ...params, reason });
      return undefined;
    },
  };
}
