// Runs the actions that remove the factors of a user, issue a temporary access code, or change who is an administrator.

import type { ApprovalAction } from '@brama/contract/admin/user-access/approval-actions';
import type { Outcome } from '@brama/contract/admin/user-access/approvals';
import type { AccessCodes } from '../../factors/access-codes.ts';
import { resetFactors } from '../../factors/remove-factors.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { restoreRolesOf } from '../../users/roles/suspension.ts';
import type { Call } from '../handler.ts';
import { giveRole, takeRole } from '../roles/change-role.ts';
import { isoTime } from '../times.ts';

export type ActionDeps = {
  accessCodes: AccessCodes;
  revokeUsers: RevokeUsers;
  now: () => number;
};

export type Action = {
  action: ApprovalAction;
  userId: string;
  /** The usernames of the administrators. */
  issuedBy: string;
  reason: string;
  /** Of an access code. */
  hours: number | null;
  /** Id of the approval, if there was one. */
  approval?: string;
};

type ActionCall = Pick<Call, 'queries' | 'record' | 'sessionsEnded'>;

const hourMs = 3_600_000;

const detailsOf = ({ issuedBy, reason, approval }: Action) => ({
  issuedBy,
  reason,
  ...(approval !== undefined && { approval }),
});

async function reset(deps: ActionDeps, call: ActionCall, action: Action): Promise<Outcome> {
  const { userId } = action;
  const { revokeUsers, now } = deps;
  const ended = await resetFactors(call.queries, revokeUsers, { userId, at: now() });
  await call.record({
    type: 'factors.reset',
    userId,
    details: detailsOf(action),
    notice: { name: 'factors-reset' },
  });
  await call.sessionsEnded(ended, 'by-administrator', { always: userId });
  return { action: 'factors.reset', sessionsEnded: ended.length };
}

async function issue(deps: ActionDeps, call: ActionCall, action: Action): Promise<Outcome> {
  const { userId, issuedBy, reason } = action;
  const ttlMs = (action.hours ?? 24) * hourMs;
  await call.record({
    type: 'access-code.issued',
    userId,
    details: detailsOf(action),
    notice: { name: 'access-code-issued' },
  });
  const code = await deps.accessCodes.issue(call.queries, { userId, issuedBy, reason, ttlMs });
  const accessCode = { code, expiresAt: isoTime(deps.now() + ttlMs) };
  return { action: 'access-code.issue', accessCode };
}

async function grant(
  { now }: ActionDeps,
  call: ActionCall,
  { userId, reason }: Action,
): Promise<Outcome> {
  await giveRole(call, { id: userId, role: 'administrator', reason }, now());
  return { action: 'administrator.grant' };
}

async function revoke(
  _: ActionDeps,
  call: ActionCall,
  { userId, reason }: Action,
): Promise<Outcome> {
  await takeRole(call, { id: userId, role: 'administrator', reason });
  return { action: 'administrator.revoke' };
}

async function restore({ now }: ActionDeps, call: ActionCall, action: Action): Promise<Outcome> {
  const { userId, approval } = action;
  if (await restoreRolesOf(call.queries, userId, now()))
    await call.record({ type: 'role.restored', userId, details: approval ? { approval } : {} });
  return { action: 'roles.restore' };
}

const runs = {
  'factors.reset': reset,
  'access-code.issue': issue,
  'administrator.grant': grant,
  'administrator.revoke': revoke,
  'roles.restore': restore,
};

/** Runs the action within the transaction of the call, which has locked the user, and for a role the administrators. */
export function runAction(deps: ActionDeps, call: ActionCall, action: Action): Promise<Outcome> {
  return runs[action.action](deps, call, action);
}
