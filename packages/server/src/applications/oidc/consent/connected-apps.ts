// Which applications know of a user, for «my data»: those of others that were agreed to, and the university's
// own that are open in a session; and how that ends.

import type { FastifyBaseLogger } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Database } from '../../../database/connect.ts';
import type { Application } from '../../application.ts';
import type { ConnectedApp } from '../../protocol.ts';
import type { GrantStore } from '../adapters/grants.ts';
import { clientIdOf, clientPayload, type OwnMetadata, ownProperty } from '../clients/clients.ts';
import { type BackchannelLogout, courtesyMs } from '../logout/backchannel-logout.ts';
import { narrowToConsentable, type ScopeSet } from './consent.ts';
import type { ConsentStore } from './store.ts';

export type ConnectedAppsDeps = {
  db: Database;
  consents: ConsentStore;
  grants: GrantStore;
  farewells: Pick<BackchannelLogout, 'tell'>;
  applicationById(id: string): Promise<Application | undefined>;
  applicationByClientId(clientId: string): Promise<Application | undefined>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

const ownOf = (application: Application) => clientPayload(application)[ownProperty] as OwnMetadata;

/** As the record names them, for those that may be asked for. */
function everything({ consentableScopes, resources }: OwnMetadata): ScopeSet {
  return {
    scopes: [...consentableScopes],
    resources: Object.fromEntries(resources.map(({ indicator, scopes }) => [indicator, scopes])),
  };
}

function accessFrom(application: Application, since: number, may: ScopeSet): ConnectedApp {
  const { firstParty, resources } = ownOf(application);
  const services = Object.entries(may.resources).map(([indicator, scopes]) => ({
    title: resources.find((one) => one.indicator === indicator)?.title,
    indicator,
    scopes,
  }));
  return { application, since, firstParty, scopes: may.scopes, services };
}

export function createConnectedApps(deps: ConnectedAppsDeps) {
  const { db, consents, grants, farewells, applicationById, applicationByClientId } = deps;

  async function agreedBy(userId: string): Promise<ConnectedApp[]> {
    const found = (await consents.ofUser(userId)).map(
      async ({ applicationId, agreed, since }): Promise<ConnectedApp[]> => {
        const application = await applicationById(applicationId);
        if (application?.protocol.type !== 'oidc') return [];
        const own = ownOf(application);
        // it has become the university's own since
        if (own.firstParty) return [];
        return [accessFrom(application, since, narrowToConsentable(agreed, own))];
      },
    );
    return (await Promise.all(found)).flat();
  }

  async function openFor(userId: string): Promise<ConnectedApp[]> {
    const found = (await grants.ofUser(userId)).map(
      async ({ clientId, since }): Promise<ConnectedApp[]> => {
        const application = await applicationByClientId(clientId);
        if (!application) return [];
        const own = ownOf(application);
        // what others may have was agreed to, and is named there
        return own.firstParty ? [accessFrom(application, since, everything(own))] : [];
      },
    );
    return (await Promise.all(found)).flat();
  }

  return {
    async of(userId: string): Promise<ConnectedApp[]> {
      return [...(await agreedBy(userId)), ...(await openFor(userId))];
    },

    /** Nothing happens where there is none. */
    async end(userId: string, applicationId: string): Promise<void> {
      const application = await applicationById(applicationId);
      if (application?.protocol.type !== 'oidc') return;
      const ended = await db.transaction().execute(async (transaction) => {
        await consents.remove(transaction, userId, applicationId);
        return grants.end(transaction, userId, clientIdOf(application));
      });
      const facts = { user: userId, application: applicationId };
      logSecurityEvent(deps.log, 'access.withdrawn', facts);
      if (ended.length > 0) await farewells.tell(ended, courtesyMs);
    },
  };
}
