// Responds to the usual userinfo request: GET with a bearer token of a live session, from a server. All other requests, and all
// refusals, are left to the library, which makes the same checks again (lib/actions/userinfo.js).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAccessTokenFinder } from './adapters/access-tokens.ts';
import { isStillAllowed } from './authorization/find-account.ts';
import { clientPayload, ownMetadataOf } from './clients/clients.ts';
import type { OidcDeps } from './deps.ts';
import { endpoints } from './endpoints.ts';
import { claimsOfScopes } from './scopes.ts';

/** Members of a stored token that need a check or a claim which only the library makes. */
const specialMembers = ['aud', 'claims', 'jkt', 'rar', 'x5t#S256'];

/** A request with one of these headers goes to the library: DPoP, a body, or CORS. */
const specialHeaders = ['content-length', 'content-type', 'dpop', 'origin', 'transfer-encoding'];

/** The headers of the library. */
const responseHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'DPoP-Nonce,WWW-Authenticate',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  vary: 'Origin',
};

const bearer = /^bearer ([\w-]+)$/i;

/** Returns the bearer token; undefined for an unusual request. */
function bearerTokenOf({ method, headers, url }: FastifyRequest['raw']): string | undefined {
  if (method !== 'GET' || url !== endpoints.userinfo) return undefined;
  if (specialHeaders.some((name) => headers[name] !== undefined)) return undefined;
  return bearer.exec(headers.authorization ?? '')?.[1];
}

/** Returns a function that sends the claims and returns true, or returns false if the library must respond. */
export function createUserinfo({ db, now, events, stores: { sessions, applications } }: OidcDeps) {
  const findToken = createAccessTokenFinder({ db, sessions, applications, now });

  async function claimsFor(value: string): Promise<object | undefined> {
    const token = await findToken(value);
    if (!token || specialMembers.some((name) => token.payload[name] !== undefined))
      return undefined;
    const { payload, session, user } = token;
    const application = token.application ?? (await applications.byClientId(`${payload.clientId}`));
    const client = application && clientPayload(application);
    if (client?.['subject_type'] !== 'public') return undefined;
    const own = ownMetadataOf(client);
    if (!isStillAllowed(own, user, session)) return undefined;
    const { firstParty, entitlement } = own;
    const requested = `${payload.scope}`.split(' ');
    // a third-party client needs the consent; a tax number must be decrypted
    if (!firstParty || !requested.includes('openid') || requested.includes('tax_id'))
      return undefined;
    const granted = entitlement.openid.scope.split(' ').filter((one) => requested.includes(one));
    const { id: userId } = user;
    const { applicationId } = own;
    events.counter.count({ type: 'data.released', userId, actor: 'application', applicationId });
    return { sub: userId, ...claimsOfScopes(granted, user) };
  }

  return async function sendUserinfo(request: FastifyRequest, reply: FastifyReply) {
    const value = bearerTokenOf(request.raw);
    const claims = value && (await claimsFor(value));
    if (!claims) return false;
    reply.headers(responseHeaders).send(JSON.stringify(claims));
    return true;
  };
}
