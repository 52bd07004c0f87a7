// Actions on administrators, which need a second administrator: requested by one, approved by another within an hour.

import { z } from 'zod';
import { type AdminRoute, idParams, time } from '../route.ts';

export const approvalActions = ['factors.reset', 'access-code.issue'] as const;
export type ApprovalAction = (typeof approvalActions)[number];

const approval = z.object({
  id: z.uuid(),
  action: z.enum(approvalActions),
  userId: z.uuid(),
  username: z.string(),
  requestedById: z.uuid(),
  requestedBy: z.string(),
  reason: z.string(),
  /** Of an access code. */
  hours: z.int().nullable(),
  createdAt: time,
  expiresAt: time,
});

/** Of an action: either it waits for approval, or it is done. */
export const outcome = z.object({
  approval: approval.nullable(),
  sessionsEnded: z.int().nullable(),
  accessCode: z.object({ code: z.string(), expiresAt: time }).nullable(),
});
export type Outcome = z.infer<typeof outcome>;

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/api/admin/approvals',
    summary: 'Lists the actions that wait for a second administrator.',
    permission: 'approvals.read',
    response: z.object({ items: z.array(approval) }),
  },
  approve: {
    method: 'POST',
    path: '/api/admin/approvals/:id',
    summary:
      'Approves and runs an action, as neither its requester nor its user. The response shows an access code this once.',
    permission: 'approvals.decide',
    params: idParams,
    response: outcome,
    sensitive: 'no-tokens',
  },
  withdrawApproval: {
    method: 'DELETE',
    path: '/api/admin/approvals/:id',
    summary: 'Withdraws an action that waits for approval.',
    permission: 'approvals.decide',
    params: idParams,
    sensitive: 'no-tokens',
  },
} as const satisfies Record<string, AdminRoute>;
