// Connected apps for «my data»: third-party applications with a consent, and first-party applications with a grant.

import { inChange } from '../../../events/change.ts';
import type { Application } from '../../application.ts';
import type { ConnectedApp, Protocol } from '../../protocol.ts';
import { signOutWaitMs } from '../../sign-out/delivery.ts';
import { clientIdOf, clientPayload, type OwnMetadata, ownProperty } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
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

export function createConnectedApps({
  stores,
  backchannelLogout,
  db,
  events,
  log,
}: OidcDeps): NonNullable<Protocol['connectedApps']> {
  const { applications, consents, grants } = stores;
  return {
    async list(userId) {
      const consented = await consents.listByUser(userId);
      const granted = await grants.listByUser(userId);
      const apps = await Promise.all([
        ...consented.map(async ({ applicationId, consented: scopes, since }) =>
          connectedApp(await applications.byId(applicationId), since, scopes),
        ),
        ...granted.map(async ({ clientId, since }) =>
          connectedApp(await applications.byClientId(clientId), since),
        ),
      ]);
      return apps.flat();
    },

    async disconnect(userId, applicationId) {
      const application = await applications.byId(applicationId);
      if (application?.protocol.type !== 'oidc') return;
      const cause = { actor: 'user', userId, log } as const;
      const ended = await inChange(db, { events: events.store }, cause, async (change) => {
        const { queries } = change;
        await consents.remove(queries, userId, applicationId);
        await change.record({ type: 'access.withdrawn', applicationId });
        return grants.endForUser(queries, userId, clientIdOf(application));
      });
      if (ended.length > 0) await backchannelLogout.notify(ended, signOutWaitMs);
    },
  };
}
