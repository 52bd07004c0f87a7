// Connected apps for «my data»: third-party applications with a consent, and first-party applications with a grant.

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

/** `consented`: undefined for an application with a grant. Returns an empty list for an application that is not listed so. */
function connectedApp(
  application: Application | undefined,
  since: number,
  consented?: ScopeSet,
): ConnectedApp[] {
  if (application?.protocol.type !== 'oidc') return [];
  const own = ownOf(application);
  const { firstParty, resources } = own;
  // a third-party application is listed by its consent; it may become first-party afterwards
  if (firstParty !== (consented === undefined)) return [];
  const granted = consented ? narrowToConsentable(consented, own) : allScopes(own);
  const services = Object.entries(granted.resources).map(([indicator, scopes]) => ({
    title: resources.find((one) => one.indicator === indicator)?.title,
    indicator,
    scopes,
  }));
  return [{ application, since, firstParty, scopes: granted.scopes, services }];
}

async function listConnected(deps: OidcDeps, userId: string): Promise<ConnectedApp[]> {
  const consents = await deps.stores.consents.listByUser(userId);
  const grants = await deps.stores.grants.listByUser(userId);
  const apps = await Promise.all([
    ...consents.map(async ({ applicationId, consented, since }) =>
      connectedApp(await deps.stores.applications.byId(applicationId), since, consented),
    ),
    ...grants.map(async ({ clientId, since }) =>
      connectedApp(await deps.stores.applications.byClientId(clientId), since),
    ),
  ]);
  return apps.flat();
}

async function endAccess(deps: OidcDeps, userId: string, applicationId: string) {
  const application = await deps.stores.applications.byId(applicationId);
  if (application?.protocol.type !== 'oidc') return;
  const ended = await deps.db.transaction().execute(async (transaction) => {
    await deps.stores.consents.remove(transaction, userId, applicationId);
    return deps.stores.grants.endForUser(transaction, userId, clientIdOf(application));
  });
  const facts = { user: userId, application: applicationId };
  logSecurityEvent(deps.log, 'access.withdrawn', facts);
  if (ended.length > 0) await deps.backchannelLogout.notify(ended, signOutWaitMs);
}

export function createConnectedApps(deps: OidcDeps): NonNullable<Protocol['connectedApps']> {
  return {
    list: (userId) => listConnected(deps, userId),
    disconnect: (userId, applicationId) => endAccess(deps, userId, applicationId),
  };
}
