// Notifies clients when a user signs out, and reports which applications were not notified in time.

import type { Session } from '../../../sessions/session.ts';
import { hasAccess } from '../../access/access.ts';
import { receivesLogout } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
import { signOutWaitMs } from './backchannel-logout.ts';

/**
 * Reads the grants of a session before it ends. Returns a function to call after the end: it notifies the clients and
 * returns the ids of the applications that were not notified.
 */
export async function beforeSessionEnd(
  { stores, backchannelLogout }: OidcDeps,
  { uid, userId }: Pick<Session, 'uid' | 'userId'>,
): Promise<() => Promise<string[]>> {
  const grants = await stores.grants.listBySession(uid);
  return async () => {
    if (grants.length === 0) return [];
    const ids = grants.map(({ id }) => id);
    await backchannelLogout.notify(ids, signOutWaitMs);
    const late = await stores.logoutQueue.notNotified(ids);
    const user = await stores.users.byId(userId);
    const applications = grants.map(async ({ clientId }) => {
      const application = await stores.applications.byClientId(clientId);
      if (!application) return [];
      // an application without access has refused the user already
      const cannotBeNotified =
        !receivesLogout(application) && user !== undefined && hasAccess(user, application);
      return cannotBeNotified || late.includes(clientId) ? [application.id] : [];
    });
    return (await Promise.all(applications)).flat();
  };
}
