// Actions on administrators, which need a second administrator. The server asks for `roles.restore` after a recovery.

export const approvalActions = [
  'factors.reset',
  'access-code.issue',
  'administrator.grant',
  'administrator.revoke',
  'roles.restore',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];
