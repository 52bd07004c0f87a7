// The library's storage, one adapter for each model. Sessions and clients are views of our records, grants have a table, and
// the remaining models are short-lived records in the token store.

import type { Adapter, AdapterPayload, Client, KoaContextWithOIDC } from 'oidc-provider';
import { decryptOrThrow } from '../../../crypto/encryption.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import { maxRequestLength, pushedRequestModel } from '../authorization/long-requests.ts';
import { clientIdOf, clientPayload, type Entitlement, ownMetadataOf } from '../clients/clients.ts';
import { registerClient } from '../clients/registrations.ts';
import { grantedEntitlement, narrowToConsentable, type ScopeSet } from '../consent/scope-set.ts';
import type { OidcDeps } from '../deps.ts';
import { currentRequest, type Library, unusedMethods } from '../library.ts';
import { requestContextOf } from '../request-context.ts';
import { deviceAdapter, usedBefore } from './device-adapter.ts';
import { type Grant, offlineAccessSeconds } from './grants.ts';
import { interactionAdapter } from './interaction-adapter.ts';
import { loadedGrant, sessionAdapter } from './session-adapter.ts';
import { writesOf } from './token-transaction.ts';
import type { TokenSource, TokenStore } from './tokens.ts';

/** Every record has an end. */
const maxTtlSeconds = offlineAccessSeconds;

const authorizationCode = 'AuthorizationCode';
const replayDetection = 'ReplayDetection';

function recordsOf(library: Library) {
  const ctx = currentRequest(library);
  return ctx && requestContextOf(ctx).records;
}

const destroyIn = (tokens: TokenStore, model: string) => async (id: string) => {
  await tokens.remove(model, id);
};

function clientAdapter(library: Library, { stores }: OidcDeps): Adapter {
  const { applications, registrations } = stores;
  return {
    ...unusedMethods,
    async find(id) {
      const known = recordsOf(library)?.application;
      const isKnown = known?.protocol.type === 'oidc' && clientIdOf(known) === id;
      const application = isKnown ? known : await applications.byClientId(id);
      return application && clientPayload(application);
    },
    upsert: (id, { client_secret: secret }) =>
      registerClient(library, registrations, id, typeof secret === 'string' ? secret : undefined),
  };
}

/** First-party clients get the scopes of their record, third-party clients the consented ones among them. */
function entitlementOf(client: Client, consented: ScopeSet | undefined): Entitlement {
  const own = ownMetadataOf(client);
  return consented ? grantedEntitlement(narrowToConsentable(consented, own)) : own.entitlement;
}

/** `consented`: the scopes that the user has allowed a third-party client. */
export function grantPayload(grant: Grant, client: Client, consented?: ScopeSet): AdapterPayload {
  return {
    kind: 'Grant',
    jti: grant.id,
    clientId: grant.clientId,
    accountId: grant.userId,
    exp: Math.floor(grant.expiresAt / 1000),
    ...entitlementOf(client, consented),
  };
}

function grantAdapter(library: Library, { stores: { grants, consents } }: OidcDeps): Adapter {
  return {
    ...unusedMethods,
    async find(id) {
      const ctx = currentRequest(library);
      const grant = loadedGrant(ctx, id) ?? (await grants.byId(id));
      const client = ctx?.oidc.client;
      // a client learns nothing about grants of other clients
      if (!grant || client?.clientId !== grant.clientId) return undefined;
      const { firstParty, applicationId } = ownMetadataOf(client);
      if (firstParty) return grantPayload(grant, client);
      // without a consent there are no tokens
      const consented = await consents.find(grant.userId, applicationId);
      return consented && grantPayload(grant, client, consented);
    },
    // GrantStore creates grants, not the library
    destroy: (id) => grants.revoke(id),
    revokeByGrantId: (id) => grants.revoke(id),
  };
}

function replayAdapter({ errors }: Library, { stores: { tokens } }: OidcDeps): Adapter {
  return {
    ...unusedMethods,
    find: (id) => tokens.find(replayDetection, id),
    async upsert(id, _payload, ttlSeconds = maxTtlSeconds) {
      // two concurrent requests may both have found nothing
      if (!(await tokens.putOnce(replayDetection, id, ttlSeconds)))
        throw new errors.InvalidRequest(usedBefore);
    },
    destroy: destroyIn(tokens, replayDetection),
  };
}

function sourceOf(ctx: KoaContextWithOIDC | undefined): TokenSource {
  const { params, entities } = ctx?.oidc ?? {};
  const { RotatedRefreshToken: rotated } = (entities ?? {}) as {
    RotatedRefreshToken?: { jti: string };
  };
  const code = params?.['grant_type'] === 'authorization_code' ? params['code'] : undefined;
  return { code: typeof code === 'string' ? code : undefined, refreshToken: rotated?.jti };
}

function tokenAdapter(model: string, library: Library, deps: OidcDeps): Adapter {
  const { tokens, grants } = deps.stores;
  const isRefreshToken = model === 'RefreshToken';

  async function refuse(grantId: string | undefined): Promise<never> {
    if (grantId) await grants.revoke(grantId);
    throw new library.errors.InvalidGrant(usedBefore);
  }

  /** A code that is sent twice ends the tokens issued from it; another record ends its grant. */
  async function refuseReuse(id: string): Promise<never> {
    if (model !== authorizationCode) return refuse(await tokens.grantIdOf(model, id));
    await tokens.voidCode(id);
    return refuse(undefined);
  }

  return {
    ...unusedMethods,
    find(id) {
      const known = recordsOf(library)?.token;
      return tokens.find(model, id, known?.idHash === hashSecret(id) ? known.row : undefined);
    },
    async upsert(id, payload, ttlSeconds = maxTtlSeconds) {
      const ctx = currentRequest(library);
      const writes = writesOf(ctx);
      if (!writes) return tokens.put(model, id, payload, ttlSeconds);
      const { grantId } = payload;
      const token = { id, payload, ttlSeconds };
      const source = sourceOf(ctx);
      const predecessor = isRefreshToken ? source.refreshToken : undefined;
      if (predecessor === undefined) tokens.addPut(writes, model, token, source);
      else tokens.addSuccessor(writes, { ...token, predecessor }, () => refuse(grantId));
      if (isRefreshToken && grantId) await grants.extend(grantId, loadedGrant(ctx, grantId));
    },
    async consume(id) {
      const writes = writesOf(currentRequest(library));
      if (!writes) throw new Error(`a record of ${model} is used only at the token endpoint`);
      tokens.addConsume(writes, model, id, () => refuseReuse(id));
    },
    destroy: destroyIn(tokens, model),
    // after the reuse of a code only its own tokens end; otherwise the grant adapter revokes the grant
    async revokeByGrantId() {
      const { code } = sourceOf(currentRequest(library));
      if (model === authorizationCode && code !== undefined) await tokens.voidCode(code);
    },
  };
}

/**
 * A client without a secret proves nothing when it pushes a request. So the server keeps a request only briefly until a
 * browser brings it.
 */
const arrivalSeconds = 120;

/**
 * Stores pushed requests, encrypted because they may name the expected user. The library refuses one that the browser
 * brings too late. A suspended one is kept longer, so that a second use is detected.
 */
function pushedRequestAdapter({ errors }: Library, deps: OidcDeps): Adapter {
  const { tokens } = deps.stores;
  const { encryption } = deps.crypto;
  const model = pushedRequestModel;
  /** The encryption context is part of stored rows. */
  const contextOf = (id: string) => `pushed request ${hashSecret(id)}`;
  return {
    ...unusedMethods,
    async find(id) {
      const stored = await tokens.find(model, id);
      if (!stored) return undefined;
      const { request, ...payload } = stored;
      return { ...payload, request: decryptOrThrow(encryption, `${request}`, contextOf(id)) };
    },
    async upsert(id, { request, ...payload }) {
      if (`${request}`.length > maxRequestLength)
        throw new errors.InvalidRequest('the request is too long');
      const encrypted = encryption.encrypt(`${request}`, contextOf(id));
      await tokens.put(model, id, { ...payload, request: encrypted }, arrivalSeconds);
    },
    async consume(id) {
      if (!(await tokens.consume(model, id)))
        throw new errors.InvalidRequestUri('request_uri was already used');
    },
    destroy: destroyIn(tokens, model),
  };
}

const adapters: Record<string, (library: Library, deps: OidcDeps) => Adapter> = {
  Client: clientAdapter,
  DeviceCode: deviceAdapter,
  Grant: grantAdapter,
  Interaction: interactionAdapter,
  [pushedRequestModel]: pushedRequestAdapter,
  [replayDetection]: replayAdapter,
  Session: sessionAdapter,
};

export function adapterOf(library: Library, deps: OidcDeps, model: string): Adapter {
  return adapters[model]?.(library, deps) ?? tokenAdapter(model, library, deps);
}
