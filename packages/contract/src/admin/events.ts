// The events of the administration besides those of `audit/security-events.ts`: what administrators read and change, and what dates
// change.

export const adminEventTypes = [
  'user.viewed',
  'users.searched',
  'user.created',
  'user.changed',
  'user.erased',
  'guest.renewed',
  'application.created',
  'application.changed',
  'application.deleted',
  'application.secret-created',
  'application.secret-deleted',
  'application.owner-added',
  'application.owner-removed',
  'application.users-viewed',
  'application.claims-viewed',
  'user.disabled',
  'user.enabled',
  'membership.started',
  'membership.ended',
  'membership.changed',
  'membership.removed',
  'group.created',
  'group.changed',
  'group.deleted',
  'configuration.exported',
  'token.created',
  'token.revoked',
] as const;
export type AdminEventType = (typeof adminEventTypes)[number];
