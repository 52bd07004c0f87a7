// What a recovery means for the roles of its user. After one by the secondary address they give no rights for a day, unless an
// administrator restores them. All administrators get an email.

import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import type { EventStore } from '../../events/store.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
import type { NotifyRolesSuspended } from '../../pages/emails/administrator-notices.ts';
import { rolesOf } from '../../users/roles/role-store.ts';
import { listOtherAdministrators } from '../../users/roles/second-administrator.ts';
import { restoreRolesOf, suspendRolesOf, suspensionMs } from '../../users/roles/suspension.ts';
import type { ApprovalStore } from './approval-store.ts';

export type SuspensionDeps = {
  approvals: ApprovalStore;
  events: Pick<EventStore, 'record'>;
  notifyRolesSuspended: NotifyRolesSuspended;
  now: () => number;
};

/** Asks the administrators to restore the roles of the user. The server asks, so the user is named as the requester. */
async function askToRestore({ approvals }: SuspensionDeps, queries: Queries, userId: string) {
  const { username, version } = await queries
    .selectFrom('users')
    .select(['username', 'version'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await approvals.drop(queries, userId, 'roles.restore');
  const asked = { action: 'roles.restore', userId, requestedById: userId } as const;
  const approval = await approvals.add(
    queries,
    { ...asked, userVersion: version, reason: '', hours: null },
    suspensionMs,
  );
  return { approval, username };
}

export function createRolesAfterRecovery(deps: SuspensionDeps) {
  const { approvals, events, notifyRolesSuspended, now } = deps;
  return {
    /** Returns what announces it once it is stored; undefined for a user without a role. */
    async suspend(queries: Queries, request: FastifyRequest, userId: string) {
      const until = await suspendRolesOf(queries, userId, now());
      if (until === undefined) return undefined;
      const { approval, username } = await askToRestore(deps, queries, userId);
      await events.record(queries, {
        type: 'role.suspended',
        // the mailbox proves less than a sign-in
        actor: 'unknown',
        userId,
        ...eventOriginOf(request),
        details: { approval, until: new Date(until).toISOString() },
      });
      const administrators = await listOtherAdministrators(queries, userId);
      return () => {
        logSecurityEvent(request.log, 'role.suspended', { user: userId });
        notifyRolesSuspended(administrators, { username, until });
      };
    },

    /**
     * After a temporary access code. Two administrators have approved the code of an administrator; an operator alone may have issued
     * that of another user, so there the suspension stays. Returns what announces it once it is stored; undefined if nothing changes.
     */
    async restore(queries: Queries, request: FastifyRequest, userId: string) {
      if (!(await rolesOf(queries, userId)).includes('administrator')) return undefined;
      if (!(await restoreRolesOf(queries, userId, now()))) return undefined;
      await approvals.drop(queries, userId, 'roles.restore');
      await events.record(queries, {
        type: 'role.restored',
        actor: 'unknown',
        userId,
        ...eventOriginOf(request),
      });
      return () => logSecurityEvent(request.log, 'role.restored', { user: userId });
    },
  };
}
