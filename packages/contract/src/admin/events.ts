// The events of the administration besides those of `audit/security-events.ts`: what administrators read and change, and what dates
// change.

export const adminEventTypes = [
  'user.viewed',
  'users.searched',
  'user.created',
  'user.changed',
  'user.erased',
  'guest.renewed',
  'user.disabled',
  'user.enabled',
  'membership.started',
  'membership.ended',
  'membership.changed',
  'membership.removed',
  'group.created',
  'group.changed',
  'group.deleted',
  'token.created',
  'token.revoked',
] as const;
export type AdminEventType = (typeof adminEventTypes)[number];
