// Lists the functions that delete data besides the sessions when the access of users is revoked: sign-in data and grants. For
// commands of administrators it also stores events.

import { deleteApprovals } from '../admin/approvals/approval-store.ts';
import { deleteTokens } from '../admin/tokens/token-store.ts';
import { endGrants } from '../applications/oidc/adapters/grants.ts';
import type { EventStore } from '../events/store.ts';
import { deleteFactorData } from '../factors/pending-sign-ins.ts';
import { createRevokeUsers, type EndedSession, type RevokeUsers } from '../sessions/revocation.ts';
import { deleteSignInData } from '../sign-in/ticket-store.ts';

export const revokeUsers = createRevokeUsers([
  deleteSignInData,
  deleteFactorData,
  deleteTokens,
  deleteApprovals,
  endGrants,
]);

/** Returns the number of ended sessions of each user. */
function countByUser(ended: readonly EndedSession[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { userId } of ended) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  return counts;
}

/** Revokes as an administrator: stores for each user that sessions ended. */
export function revokeUsersAs(
  reason: 'by-administrator' | 'by-manifest',
  events: Pick<EventStore, 'recordMany'>,
): RevokeUsers {
  return async (queries, revocation) => {
    const ended = await revokeUsers(queries, revocation);
    const counts = [...countByUser(ended)].map(([userId, sessions]) => ({
      type: 'session.ended' as const,
      actor: 'administrator' as const,
      userId,
      details: { reason, sessions },
    }));
    await events.recordMany(queries, counts);
    return ended;
  };
}
