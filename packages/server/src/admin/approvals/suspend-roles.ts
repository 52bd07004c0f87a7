// What a recovery means for the roles of its user. After one by the secondary address they give no rights for a day, unless an
// administrator restores them. All administrators get an email.

import type { Queries } from '../../database/connect.ts';
import type { Change } from '../../events/change.ts';
import type { NotifyRolesSuspended } from '../../pages/emails/administrator-notices.ts';
import { rolesOf } from '../../users/roles/role-store.ts';
import { listOtherAdministrators } from '../../users/roles/second-administrator.ts';
import { restoreRolesOf, suspendRolesOf, suspensionMs } from '../../users/roles/suspension.ts';
import type { ApprovalStore } from './approval-store.ts';

export type SuspensionDeps = {
  approvals: ApprovalStore;
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
  const { approvals, notifyRolesSuspended, now } = deps;
  return {
    /** Does nothing for a user without a role. */
    async suspend({ queries, record, afterCommit }: Change, userId: string): Promise<void> {
      const until = await suspendRolesOf(queries, userId, now());
      if (until === undefined) return;
      const { approval, username } = await askToRestore(deps, queries, userId);
      await record({
        type: 'role.suspended',
        // the mailbox proves less than a sign-in
        actor: 'unknown',
        userId,
        details: { approval, until: new Date(until).toISOString() },
      });
      const administrators = await listOtherAdministrators(queries, userId);
      afterCommit(() => notifyRolesSuspended(administrators, { username, until }));
    },

    /**
     * After a temporary access code. Two administrators have approved the code of an administrator; an operator alone may have issued
     * that of another user, so there the suspension stays.
     */
    async restore({ queries, record }: Change, userId: string): Promise<void> {
      if (!(await rolesOf(queries, userId)).includes('administrator')) return;
      if (!(await restoreRolesOf(queries, userId, now()))) return;
      await approvals.drop(queries, userId, 'roles.restore');
      await record({ type: 'role.restored', actor: 'unknown', userId });
    },
  };
}
