// What the library keeps, by its models: sessions and applications are ours, grants have a table of their
// own, the rest are short-lived records.

import type { Adapter, AdapterPayload, Client, errors } from 'oidc-provider';
import { decryptOrThrow, type Encryption } from '../../../crypto/encryption.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Application } from '../../application.ts';
import { maxRequestLength, pushedRequestModel } from '../authorization/suspend-request.ts';
import { clientPayload, type Entitlement, ownMetadataOf } from '../clients/clients.ts';
import { grantedEntitlement, narrowToConsentable, type ScopeSet } from '../consent/consent.ts';
import type { ConsentStore } from '../consent/store.ts';
import { loadedGrant, type RequestContext } from '../request-context.ts';
import { type Grant, type GrantStore, offlineAccessSeconds } from './grants.ts';
import type { TokenSource, TokenStore } from './tokens.ts';

export type AdapterDeps = {
  /** The library's own refusals; it is loaded only where it is needed. */
  errors: Pick<typeof errors, 'InvalidGrant' | 'InvalidRequest' | 'InvalidRequestUri'>;
  encryption: Encryption;
  tokens: TokenStore;
  grants: GrantStore;
  consents: Pick<ConsentStore, 'find'>;
  session: Adapter;
  interactions: Adapter;
  deviceCodes: Adapter;
  applicationByClientId(clientId: string): Promise<Application | undefined>;
  /** The visit being served, if one is. */
  visit(): RequestContext | undefined;
  /** An application registers itself, by the request under way. */
  register(clientId: string, secret: string | undefined): Promise<void>;
  /** The application whose request is being served. */
  client(): Client | undefined;
  /** What the request under way issues tokens from. */
  source(): TokenSource;
};

/** Nothing is kept without an end. */
const longestSeconds = offlineAccessSeconds;
const nothing = async () => undefined;
/** What our models never need. */
const unused = { findByUid: nothing, findByUserCode: nothing, consume: nothing };

function clientAdapter({ applicationByClientId, register }: AdapterDeps): Adapter {
  return {
    ...unused,
    async find(id) {
      const application = await applicationByClientId(id);
      return application && clientPayload(application);
    },
    upsert: (id, { client_secret: secret }) =>
      register(id, typeof secret === 'string' ? secret : undefined),
    destroy: nothing,
    revokeByGrantId: nothing,
  };
}

const authorizationCode = 'AuthorizationCode';

const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** Applications of the campus may have everything their record lets them ask for, others what was agreed to. */
function givenTo(client: Client, agreed: ScopeSet | undefined): Entitlement {
  const own = ownMetadataOf(client);
  return agreed ? grantedEntitlement(narrowToConsentable(agreed, own)) : own.entitlement;
}

/** `agreed`: to what the user has, where the application is one of others. */
export function grantPayload(grant: Grant, client: Client, agreed?: ScopeSet): AdapterPayload {
  return {
    kind: 'Grant',
    jti: grant.id,
    clientId: grant.clientId,
    accountId: grant.userId,
    exp: inSeconds(grant.expiresAt),
    ...givenTo(client, agreed),
  };
}

function grantAdapter({ grants, consents, visit, client }: AdapterDeps): Adapter {
  return {
    ...unused,
    async find(id) {
      const grant = loadedGrant(visit(), id) ?? (await grants.byId(id));
      const asking = client();
      // whose grant it is has been settled by then; no other application is told anything of it
      if (!grant || asking?.clientId !== grant.clientId) return undefined;
      const { firstParty, applicationId } = ownMetadataOf(asking);
      if (firstParty) return grantPayload(grant, asking);
      // whoever takes the consent away takes the tokens with it
      const agreed = await consents.find(grant.userId, applicationId);
      return agreed && grantPayload(grant, asking, agreed);
    },
    // made by our store alone
    upsert: nothing,
    destroy: (id) => grants.revoke(id),
    revokeByGrantId: (id) => grants.revoke(id),
  };
}

function replayAdapter({ tokens, errors }: AdapterDeps): Adapter {
  return {
    ...unused,
    find: (id) => tokens.find('ReplayDetection', id),
    async upsert(id, _payload, ttlSeconds = longestSeconds) {
      // two at the same moment have both found nothing
      if (!(await tokens.putOnce('ReplayDetection', id, ttlSeconds)))
        throw new errors.InvalidRequest('was used before');
    },
    async destroy(id) {
      await tokens.remove('ReplayDetection', id);
    },
    revokeByGrantId: nothing,
  };
}

function tokenAdapter(
  model: string,
  { tokens, grants, source, errors, visit }: AdapterDeps,
): Adapter {
  async function refuse(grantId: string | undefined): Promise<never> {
    if (grantId) await grants.revoke(grantId);
    throw new errors.InvalidGrant('was used before');
  }

  return {
    ...unused,
    find: (id) => tokens.find(model, id),
    async upsert(id, payload, ttlSeconds = longestSeconds) {
      const writes = visit()?.writes;
      if (!writes) return tokens.put(model, id, payload, ttlSeconds);
      const { grantId } = payload;
      const isRefresh = model === 'RefreshToken';
      const from = source();
      const predecessor = isRefresh ? from.refreshToken : undefined;
      if (predecessor === undefined)
        tokens.addPut(writes, { model, id, payload, ttlSeconds, source: from });
      else
        tokens.addSuccessor(writes, { id, payload, ttlSeconds, predecessor }, () =>
          refuse(grantId),
        );
      if (isRefresh && grantId)
        await grants.keepFor(grantId, offlineAccessSeconds, loadedGrant(visit(), grantId));
    },
    async consume(id) {
      const writes = visit()?.writes;
      const refuseUsed = async () => {
        if (model !== authorizationCode) return refuse((await tokens.lostTo(model, id))?.lost);
        await tokens.voidCode(id);
        return refuse(undefined);
      };
      if (writes) return tokens.addConsume(writes, model, id, refuseUsed);
      const spent = await tokens.consume(model, id);
      if (spent) await refuseUsed();
    },
    async destroy(id) {
      await tokens.remove(model, id);
    },
    // a code that is sent twice ends what was issued from it; otherwise the grant goes, and every token with it
    async revokeByGrantId() {
      const { code } = source();
      if (model === authorizationCode && code !== undefined) await tokens.voidCode(code);
    },
  };
}

/** Anybody may push one in the name of an application without a secret: those that nobody brings go soon. */
const arrivalSeconds = 120;

/**
 * Requests that applications have pushed: sealed, for they may say who is expected. The library judges how late one
 * comes; parking keeps it on, so that one that waits for a sign-in is still used only once.
 */
function pushedRequestAdapter({ tokens, encryption, errors }: AdapterDeps): Adapter {
  const model = pushedRequestModel;
  const contextOf = (id: string) => `pushed request ${hashSecret(id)}`;
  return {
    ...unused,
    async find(id) {
      const kept = await tokens.find(model, id);
      if (!kept) return undefined;
      const { request, ...payload } = kept;
      return { ...payload, request: decryptOrThrow(encryption, `${request}`, contextOf(id)) };
    },
    async upsert(id, { request, ...payload }) {
      if (`${request}`.length > maxRequestLength)
        throw new errors.InvalidRequest('the request is too long');
      const sealed = encryption.encrypt(`${request}`, contextOf(id));
      const ttlSeconds = arrivalSeconds;
      await tokens.put(model, id, { ...payload, request: sealed }, ttlSeconds);
    },
    async consume(id) {
      if (await tokens.consume(model, id))
        throw new errors.InvalidRequestUri('request_uri was already used');
    },
    async destroy(id) {
      await tokens.remove(model, id);
    },
    revokeByGrantId: nothing,
  };
}

/** For the library: one adapter for each of its models. */
export function createAdapter(deps: AdapterDeps): (model: string) => Adapter {
  const made = new Map([
    ['Session', deps.session],
    ['Interaction', deps.interactions],
    ['DeviceCode', deps.deviceCodes],
  ]);
  return (model) => {
    const own = made.get(model);
    if (own) return own;
    if (model === 'Client') return clientAdapter(deps);
    if (model === 'Grant') return grantAdapter(deps);
    if (model === 'ReplayDetection') return replayAdapter(deps);
    if (model === pushedRequestModel) return pushedRequestAdapter(deps);
    return tokenAdapter(model, deps);
  };
}
