// Connected apps for «my data»: third-party applications with a consent, and first-party applications with a grant. Also ends
// the access of one application.

import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Application } from '../../application.ts';
import type { ConnectedApp, Protocol } from '../../protocol.ts';
import { clientIdOf, clientPayload, type OwnMetadata, ownProperty } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
import { signOutWaitMs } from '../logout/backchannel-logout.ts';
import { narrowToConsentable, type ScopeSet } from './scope-set.ts';

const ownOf = (application: Application) => clientPayload(application)[ownProperty] as OwnMetadata;

/** Returns all scopes that the record of an application allows. */
function allScopes({ consentableScopes, resources }: OwnMetadata): ScopeSet {
  return {
    scopes: [...consentableScopes],
    resources: Object.fromEntries(resources.map(({ indicator, scopes }) => [indicator, scopes])),
  };
}

function connectedAppFrom(application: Application, since: number, granted: ScopeSet) {
  const { firstParty, resources } = ownOf(application);
  const services = Object.entries(granted.resources).map(([indicator, scopes]) => ({
    title: resources.find((one) => one.indicator === indicator)?.title,
    indicator,
    scopes,
  }));
  return { application, since, firstParty, scopes: granted.scopes, services };
}

/** Third-party applications that the user has consented to. */
async function listConsented(deps: OidcDeps, userId: string): Promise<ConnectedApp[]> {
  const consents = await deps.consents.listByUser(userId);
  const apps = consents.map(
    async ({ applicationId, consented, since }): Promise<ConnectedApp[]> => {
      const application = await deps.applicationById(applicationId);
      if (application?.protocol.type !== 'oidc') return [];
      const own = ownOf(application);
      // an application may become first-party after the consent
      if (own.firstParty) return [];
      return [connectedAppFrom(application, since, narrowToConsentable(consented, own))];
    },
  );
  return (await Promise.all(apps)).flat();
}

/** First-party applications with a grant. Third-party applications with a grant have a consent, and are listed by it. */
async function listFirstParty(deps: OidcDeps, userId: string): Promise<ConnectedApp[]> {
  const grants = await deps.grants.listByUser(userId);
  const apps = grants.map(async ({ clientId, since }): Promise<ConnectedApp[]> => {
    const application = await deps.applicationByClientId(clientId);
    if (!application) return [];
    const own = ownOf(application);
    return own.firstParty ? [connectedAppFrom(application, since, allScopes(own))] : [];
  });
  return (await Promise.all(apps)).flat();
}

async function endAccess(deps: OidcDeps, userId: string, applicationId: string) {
  const application = await deps.applicationById(applicationId);
  if (application?.protocol.type !== 'oidc') return;
  const ended = await deps.db.transaction().execute(async (transaction) => {
    await deps.consents.remove(transaction, userId, applicationId);
    return deps.grants.endForUser(transaction, userId, clientIdOf(application));
  });
  const facts = { user: userId, application: applicationId };
  logSecurityEvent(deps.log, 'access.withdrawn', facts);
  if (ended.length > 0) await deps.backchannelLogout.notify(ended, signOutWaitMs);
}

export function createConnectedApps(deps: OidcDeps): NonNullable<Protocol['connectedApps']> {
  return {
    list: async (userId) => [
      ...(await listConsented(deps, userId)),
      ...(await listFirstParty(deps, userId)),
    ],
    disconnect: (userId, applicationId) => endAccess(deps, userId, applicationId),
  };
}
