// Loads what the signed-in user has granted the client: the consent of third-party applications, and the grant.

import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { grantPayload } from '../adapters/adapters.ts';
import type { GrantStore } from '../adapters/grants.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import type { ScopeSet } from '../consent/scope-set.ts';
import type { ConsentStore } from '../consent/store.ts';
import { proposedDeviceGrant } from '../device/device.ts';
import { oncePerRequest, requestContextOf } from '../request-context.ts';

export type GrantDeps = {
  grants: Pick<GrantStore, 'findOrCreate'>;
  consents: Pick<ConsentStore, 'find'>;
  now: () => number;
};

/** Returns the scopes that the user has consented to; undefined without a consent, and for first-party applications. */
export type ConsentLookup = (ctx: KoaContextWithOIDC) => Promise<ScopeSet | undefined>;

/** Returns a lookup that reads the database once for each request. */
export function createConsentLookup({ consents }: Pick<GrantDeps, 'consents'>): ConsentLookup {
  return oncePerRequest(async (ctx) => {
    const { client } = ctx.oidc;
    const { session } = requestContextOf(ctx);
    if (!client || !session) return undefined;
    const { firstParty, applicationId } = ownMetadataOf(client);
    return firstParty ? undefined : consents.find(session.userId, applicationId);
  });
}

export function createGrantLoader(
  deps: GrantDeps,
  consentOf: ConsentLookup,
): NonNullable<Configuration['loadExistingGrant']> {
  return async (ctx) => {
    const { client, session: librarySession, provider } = ctx.oidc;
    const { session } = requestContextOf(ctx);
    if (!client || !librarySession || !session) return undefined;
    const consented = await consentOf(ctx);
    // without a consent there is no grant, so the client gets no logout notification about this user
    if (!ownMetadataOf(client).firstParty && !consented) return undefined;
    const grant =
      proposedDeviceGrant(ctx, client.clientId, deps.now()) ??
      (await deps.grants.findOrCreate(session, client.clientId));
    if (!grant) {
      // the session has just ended: the policy then asks for a sign-in
      Reflect.deleteProperty(librarySession, 'accountId');
      return undefined;
    }
    librarySession.sidFor(client.clientId, grant.sid);
    return new provider.Grant(grantPayload(grant, client, consented));
  };
}
