// The events of the administration besides those of `audit/security-events.ts`: what administrators read and change, and what dates
// change.

export const adminEventTypes = [
  'user.viewed',
  'users.searched',
  'user.disabled',
  'user.enabled',
  'membership.started',
  'membership.ended',
  'token.created',
  'token.revoked',
] as const;
export type AdminEventType = (typeof adminEventTypes)[number];
