// Actions on administrators need a second one: the first request stores them, and another administrator approves. Only the approver
// sees an access code: who starts an action gains nothing from it, and the code is never stored.

import type { ApprovalAction } from '@brama/contract/admin/user-access/approval-actions';
import type { Outcome, Waiting } from '@brama/contract/admin/user-access/approvals';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { NotifyApprovers } from '../../pages/emails/administrator-notices.ts';
import { checkMayActAs } from '../../users/roles/may-act-on.ts';
import { lockWithAdministrators } from '../../users/roles/role-store.ts';
import { listApprovers, mayApprove } from '../../users/roles/second-administrator.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { Call, Handlers } from '../handler.ts';
import { isoTime } from '../times.ts';
import type { Approval, ApprovalStore } from './approval-store.ts';
import { type ActionDeps, runAction } from './run-action.ts';

/** What asking a second administrator needs. */
export type AskDeps = {
  approvals: ApprovalStore;
  notifyApprovers: NotifyApprovers;
  now(): number;
};
export type ApprovalDeps = ActionDeps & AskDeps;

const shown = ({ userVersion: _version, createdAt, expiresAt, ...approval }: Approval) => ({
  ...approval,
  createdAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
});

/** Returns the version of the record. @throws `admin.conflict` for an access code or a role of a disabled user. */
async function checkUser(queries: Queries, userId: string, action: ApprovalAction) {
  const { version, disabled } = await queries
    .selectFrom('users')
    .select(['version', 'disabled'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (disabled !== 0 && (action === 'access-code.issue' || action === 'administrator.grant'))
    fail('admin.conflict', { fields: { id: 'is disabled' } });
  return version;
}

type Wanted = { action: ApprovalAction; reason: string; hours: number | null };
type UserCall = Pick<Call, 'actor' | 'queries' | 'record' | 'sessionsEnded' | 'afterCommit'> & {
  params: { id: string };
};

/** Stores that the action on the user of the call, who is locked, waits for a second administrator. Those who may approve get an email. */
export async function askSecond(
  { approvals, notifyApprovers, now }: AskDeps,
  {
    actor,
    params,
    queries,
    record,
    afterCommit,
  }: Pick<UserCall, 'actor' | 'params' | 'queries' | 'record' | 'afterCommit'>,
  { action, reason, hours }: Wanted,
): Promise<ReturnType<typeof shown>> {
  const { id: userId } = params;
  const userVersion = await checkUser(queries, userId, action);
  const waiting = await approvals.pending(queries, { userId });
  if (waiting.some((one) => one.action === action))
    fail('admin.conflict', { fields: { id: 'already has a request waiting for approval' } });
  const asked = { action, userId, userVersion, requestedById: actor.user.id, reason, hours };
  const id = await approvals.add(queries, asked);
  const details = { approval: id, action, reason };
  await record({ type: 'approval.requested', userId, details });
  const [approval] = await approvals.pending(queries, { id });
  if (!approval) throw new Error('the approval is not stored');
  const approvers = await listApprovers(queries, [actor.user.id, userId], now());
  afterCommit(() => notifyApprovers(approvers, approval));
  return shown(approval);
}

/** Runs the action on the user of the call; for an administrator stores that it waits for a second one. */
export async function requestAction(
  deps: ApprovalDeps,
  call: UserCall,
  { action, reason, hours }: Wanted,
): Promise<Outcome | Waiting> {
  const { actor, params, queries } = call;
  const { id: userId } = params;
  if (!(await lockUser(queries, userId))) fail('admin.not-found');
  const { isAdministrator } = await checkMayActAs(queries, actor, userId, deps.now());
  if (isAdministrator) {
    const approval = await askSecond(deps, call, { action, reason, hours });
    return { approval };
  }
  await checkUser(queries, userId, action);
  const { username: issuedBy } = actor.user;
  return runAction(deps, call, { action, userId, issuedBy, reason, hours });
}

async function approve(deps: ApprovalDeps, call: UserCall): Promise<Outcome> {
  const { actor, params, queries } = call;
  const { id } = params;
  const [approval] = await deps.approvals.pending(queries, { id });
  if (!approval) return fail('admin.not-found');
  const { action, userId, requestedById, requestedBy, reason, hours } = approval;
  const approver = actor.user;
  if (approver.id === requestedById || approver.id === userId)
    fail('admin.forbidden', { fields: { id: 'needs another administrator' } });
  const administrators = await lockWithAdministrators(queries, approver.id, userId);
  if (!(await mayApprove(queries, approver.id, deps.now())))
    fail('admin.forbidden', {
      fields: { id: 'can be approved only by a user who has been an administrator for 24 hours' },
    });
  if (!(await deps.approvals.decide(queries, id, approver.id))) fail('admin.not-found');
  const refuse = (why: string) => fail('admin.conflict', { fields: { id: why } });
  // the server asks for `roles.restore`, whatever happens to the record of the user
  const isByAdministrator = action !== 'roles.restore';
  if (isByAdministrator && !administrators.includes(requestedById))
    refuse('was requested by a former administrator');
  if (isByAdministrator && (await checkUser(queries, userId, action)) !== approval.userVersion)
    refuse('is about a user who has changed since');
  await call.record({ type: 'approval.given', userId, details: { approval: id, action } });
  const issuedBy = isByAdministrator ? `${requestedBy}, ${approver.username}` : approver.username;
  return runAction(deps, call, { action, userId, issuedBy, reason, hours, approval: id });
}

export function createApprovalHandlers(
  deps: ApprovalDeps,
): Handlers<'listApprovals' | 'approveAction' | 'withdrawApproval'> {
  return {
    listApprovals: async ({ queries }) => ({
      items: (await deps.approvals.pending(queries)).map(shown),
    }),

    approveAction: (call) => approve(deps, call),

    async withdrawApproval({ actor, params: { id }, queries, record }) {
      const [approval] = await deps.approvals.pending(queries, { id });
      if (!approval || !(await deps.approvals.decide(queries, id, actor.user.id)))
        return fail('admin.not-found');
      const { userId, action } = approval;
      await record({ type: 'approval.withdrawn', userId, details: { approval: id, action } });
    },
  };
}
