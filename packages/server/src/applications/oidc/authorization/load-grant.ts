// Loads what the signed-in user has granted the client: the consent of third-party applications, and the grant. Also sets the
// `acr` of the response, which depends on the request.

import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { grantPayload } from '../adapters/adapters.ts';
import { type Grant, offlineAccessSeconds } from '../adapters/grants.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
import { requestContextOf } from '../request-context.ts';
import { acrOf } from './acr.ts';
import { requestedAcr } from './authentication-requirements.ts';

/** Returns the grant of the device while the library checks the request; it is stored when the user allows it. */
function proposedDeviceGrant(
  ctx: KoaContextWithOIDC,
  clientId: string,
  now: number,
): Grant | undefined {
  const { device, session } = requestContextOf(ctx);
  if (!device || !session) return undefined;
  const expiresAt = now + offlineAccessSeconds * 1000;
  return { ...device.grant, clientId, userId: session.userId, expiresAt };
}

export function createGrantLoader(deps: OidcDeps): NonNullable<Configuration['loadExistingGrant']> {
  return async (ctx) => {
    const { client, session: librarySession, provider } = ctx.oidc;
    const { session, records } = requestContextOf(ctx);
    if (!client || !librarySession || !session) return undefined;
    librarySession.acr = acrOf(session, requestedAcr(ctx).values).acr;
    const { firstParty, applicationId } = ownMetadataOf(client);
    const consented = firstParty
      ? undefined
      : await deps.stores.consents.find(session.userId, applicationId);
    // without a consent there is no grant, so the client gets no logout notification about this user
    if (!firstParty && !consented) return undefined;
    const grant =
      proposedDeviceGrant(ctx, client.clientId, deps.now()) ??
      (await deps.stores.grants.findOrCreate(session, client.clientId, records?.grant));
    if (!grant) {
      // the session has just ended: the policy then asks for a sign-in
      Reflect.deleteProperty(librarySession, 'accountId');
      return undefined;
    }
    librarySession.sidFor(client.clientId, grant.sid);
    return new provider.Grant(grantPayload(grant, client, consented));
  };
}
