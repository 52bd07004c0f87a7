// Actions on administrators, which need a second administrator.

export const approvalActions = [
  'factors.reset',
  'access-code.issue',
  'administrator.grant',
  'administrator.revoke',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];
