// Actions on administrators, which need a second administrator: requested by one, approved by another within an hour.

import { z } from 'zod';
import { type AdminRoute, idOf, time } from '../route.ts';
import { approvalActions } from './approval-actions.ts';

const approvalParams = idOf('approval');

const approval = z
  .object({
    id: z.uuid(),
    action: z.enum(approvalActions),
    userId: z.uuid(),
    username: z.string(),
    requestedById: z.uuid().describe('The user for `roles.restore`, whose roles are suspended.'),
    requestedBy: z.string(),
    reason: z.string().describe('May be empty for roles.'),
    hours: z
      .int()
      .nullable()
      .describe('For how long the access code is valid; null for other actions.'),
    createdAt: time,
    expiresAt: time,
  })
  .meta({ id: 'Approval' });

/** Of an action that is done. */
export const outcome = z
  .discriminatedUnion('action', [
    z.object({ action: z.literal('factors.reset'), sessionsEnded: z.int() }),
    z.object({
      action: z.literal('access-code.issue'),
      accessCode: z.object({ code: z.string(), expiresAt: time }),
    }),
    z.object({ action: z.enum(['administrator.grant', 'administrator.revoke', 'roles.restore']) }),
  ])
  .meta({ id: 'Outcome' });
export type Outcome = z.infer<typeof outcome>;

/** Of an action that waits for a second administrator. */
export const waiting = z.object({ approval }).meta({ id: 'WaitingAction' });
export type Waiting = z.infer<typeof waiting>;

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/api/admin/approvals',
    summary: 'Lists the actions that wait for a second administrator.',
    permission: 'approvals.read',
    response: z.object({ items: z.array(approval) }),
  },
  approveAction: {
    method: 'POST',
    path: '/api/admin/approvals/:id/approve',
    summary:
      'Approves and runs an action, as neither its requester nor its user, and as an administrator for 24 hours. The response shows an access code this once.',
    permission: 'approvals.decide',
    params: approvalParams,
    response: outcome,
    sensitive: 'no-tokens',
  },
  withdrawApproval: {
    method: 'DELETE',
    path: '/api/admin/approvals/:id',
    summary: 'Withdraws an action that waits for approval.',
    permission: 'approvals.decide',
    params: approvalParams,
    sensitive: 'no-tokens',
  },
} as const satisfies Record<string, AdminRoute>;
