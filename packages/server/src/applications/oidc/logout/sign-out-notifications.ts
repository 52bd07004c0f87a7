// Notifies clients when a user signs out, and reports which applications were not notified in time.

import type { Session } from '../../../sessions/session.ts';
import { hasAccess } from '../../access/access.ts';
import { notifyEnded } from '../../sign-out/notifications.ts';
import type { Grant } from '../adapters/grants.ts';
import { receivesLogout } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';

/** What the end of a session leaves at the clients of these grants. */
async function endedAt({ stores }: OidcDeps, userId: string, grants: readonly Grant[]) {
  const user = await stores.users.byId(userId);
  return Promise.all(
    grants.map(async ({ id, clientId }) => {
      const application = await stores.applications.byClientId(clientId);
      // an application without access has refused the user already
      const isReachable =
        !application || receivesLogout(application) || !user || !hasAccess(user, application);
      return { id, applicationId: application?.id, isReachable };
    }),
  );
}

/**
 * Reads the grants of a session before it ends. Returns a function to call after the end: it notifies the clients and
 * returns the ids of the applications that were not notified.
 */
export async function beforeSessionEnd(
  deps: OidcDeps,
  { uid, userId }: Pick<Session, 'uid' | 'userId'>,
): Promise<() => Promise<string[]>> {
  const grants = await deps.stores.grants.listBySession(uid);
  return async () => {
    if (grants.length === 0) return [];
    const ended = await endedAt(deps, userId, grants);
    return notifyEnded(deps.backchannelLogout, deps.stores.logoutQueue, ended);
  };
}
