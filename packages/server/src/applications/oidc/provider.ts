// The identity provider: the certified library with our users, sessions, applications, rules and pages. It
// is built anew whenever the signing keys change, which takes two milliseconds.

import { lifetimes } from '@brama/contract/lifetimes';
import type { Language } from '@brama/contract/paths';
import type {
  AccessToken,
  Adapter,
  Client,
  ClientCredentials,
  Configuration,
  KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { Database } from '../../database/connect.ts';
import { RequestError } from '../../errors.ts';
import type { Outbound } from '../../outbound/request.ts';
import type { NetworkLimits } from '../../rate-limits/network-limits.ts';
import type { Session } from '../../sessions/session.ts';
import type { User } from '../../users/user.ts';
import { meetsSignInRequirements } from '../authorization-requests/authorization-request.ts';
import { hasAccess } from '../has-access.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';
import { acrValues } from './acr.ts';
import { grantPayload } from './adapters/adapter.ts';
import { atomicGrantsProvider } from './adapters/atomic-grants.ts';
import type { GrantStore } from './adapters/grants.ts';
import type { RequirementsReader } from './authorization/authentication-requirements.ts';
import { createPolicy } from './authorization/interaction-policy.ts';
import {
  interactionCookie,
  interactionTtlSeconds,
  type Parking,
  resumeCookie,
} from './authorization/suspend-request.ts';
import { claimsOf, claimsOfScopes, scopes } from './claims.ts';
import { authMethods, defaultAlg, signingAlgs } from './clients/client-metadata.ts';
import { isAllowedOrigin, ownMetadataOf, ownProperty, sectorOf } from './clients/clients.ts';
import type { ConsentStore } from './consent/store.ts';
import { deviceGrantFor, sayInterval } from './device/device.ts';
import { deviceLifetime } from './device/device-codes.ts';
import { provideDeviceProof } from './device/form-csrf.ts';
import type { Refusal } from './diagnostics/refusal-facts.ts';
import { endpoints } from './endpoints.ts';
import { type FeatureDeps, featuresOf } from './features.ts';
import { signerOf } from './keys/signing.ts';
import type { SigningKey } from './keys/store.ts';
import { changeBehaviour, type LastLook } from './patches.ts';
import { type RequestContext, requestContextOf } from './request-context.ts';

export type Library = typeof import('oidc-provider');

export type OidcPages = {
  /** Why a request was refused, as HTML. */
  refused(ctx: KoaContextWithOIDC, refusal: Refusal): string;
  /** That the request waits no longer. */
  over(language: Language, reference: string): string;
  /** That the database is away; the same address works later. */
  unavailable(language: Language, address: string, reference: string): string;
};

export type ProviderDeps = FeatureDeps & {
  db: Database;
  issuer: string;
  /** Name of the session cookie; it is only ever set by us. */
  sessionCookie: string;
  adapter: (model: string) => Adapter;
  grants: GrantStore;
  consents: Pick<ConsentStore, 'find'>;
  parking: Parking;
  demands: RequirementsReader;
  pages: OidcPages;
  formPost: LastLook;
  networkLimits: NetworkLimits;
  /** Of the request being served. */
  visit(): RequestContext | undefined;
  userById(id: string): Promise<User | undefined>;
  taxIdOf(sessionUid: string): Promise<string | undefined>;
  pairwiseSubject: PairwiseSubject;
  outbound: Outbound;
  now: () => number;
};

/** A token for a service lives as long as the record says. */
function tokenSeconds(_ctx: unknown, token: AccessToken | ClientCredentials): number {
  return token.resourceServer?.accessTokenTTL ?? lifetimes.accessToken;
}

/** Does what a client asks of people and of their sign-in still hold? */
function isStillWelcome(client: Client, user: User, session: Session | undefined): boolean {
  const own = ownMetadataOf(client);
  const methods = own.signInMethods ?? undefined;
  return (
    hasAccess(user, own) && (session === undefined || meetsSignInRequirements(session, { methods }))
  );
}

type KnownUser = { accountId: string; user: User };
const userOf = (ctx: KoaContextWithOIDC) => (ctx.oidc.account as unknown as KnownUser)?.user;

function accountsOf({
  userById,
  taxIdOf,
}: ProviderDeps): NonNullable<Configuration['findAccount']> {
  return async (ctx, id, token) => {
    const { user: known, session } = requestContextOf(ctx).loaded;
    const user = known?.id === id ? known : await userById(id);
    if (!user || user.disabled) return undefined;
    const { client } = ctx.oidc;
    // tokens end with the right to the application; before a token is given the policy asks
    if (token && client && !isStillWelcome(client, user, session)) return undefined;
    const uid =
      token && 'sessionUid' in token ? (token.sessionUid as string) : ctx.oidc.session?.uid;
    return {
      accountId: id,
      user,
      async claims(_use, scope) {
        const asked = scope.split(' ').includes('tax_id');
        const released = asked && client && ownMetadataOf(client).releasesTaxId;
        return { sub: id, ...claimsOf(user, released && uid ? await taxIdOf(uid) : undefined) };
      },
    };
  };
}

function grantFor({ grants, consents, now }: ProviderDeps): Configuration['loadExistingGrant'] {
  return async (ctx) => {
    const { client, session, provider } = ctx.oidc;
    const visit = requestContextOf(ctx);
    if (!client || !session || !visit.session) return undefined;
    const { firstParty, applicationId } = ownMetadataOf(client);
    if (!firstParty) {
      visit.agreed = await consents.find(visit.session.userId, applicationId);
      // what has no grant hears of no sign-out: it was not to learn who was here
      if (!visit.agreed) return undefined;
    }
    const grant =
      deviceGrantFor(visit, client.clientId, now()) ??
      (await grants.ensure(visit.session, client.clientId));
    if (!grant) {
      // signed out a moment ago: nobody is signed in
      visit.session = undefined;
      Reflect.deleteProperty(session, 'accountId');
      return undefined;
    }
    session.sidFor(client.clientId, grant.sid);
    return new provider.Grant(grantPayload(grant, client, visit.agreed));
  };
}

/** The library sends nothing but the news of sign-outs. */
function sendThrough({ post }: Outbound): NonNullable<Configuration['fetch']> {
  return async (address, options) => {
    const { body, signal } = options as { body: URLSearchParams; signal: AbortSignal };
    const { status } = await post(`${address}`, body, signal);
    return new Response(null, { status });
  };
}

function configurationOf(
  library: Library,
  deps: ProviderDeps,
  keys: readonly SigningKey[],
): Configuration {
  const { pages, parking, demands, now } = deps;
  const policy = createPolicy(library, {
    now,
    demands,
    mayOpen(ctx) {
      const user = userOf(ctx);
      const { client } = ctx.oidc;
      return user !== undefined && client !== undefined && hasAccess(user, ownMetadataOf(client));
    },
  });
  const algs = [...signingAlgs];
  const findAccount = accountsOf(deps);
  return {
    adapter: deps.adapter,
    jwks: { keys: keys.map((key) => signerOf(library, key)) },
    routes: endpoints,
    scopes: [...scopes],
    claims: {
      ...(claimsOfScopes as unknown as Record<string, string[]>),
      acr: null,
      amr: null,
      auth_time: null,
      iss: null,
      sid: null,
    },
    acrValues: [...acrValues],
    subjectTypes: ['public', 'pairwise'],
    // whoever registers itself would have us call an address that it writes down
    sectorIdentifierUriValidate() {
      throw new library.errors.InvalidClientMetadata('sector_identifier_uri is not supported');
    },
    async pairwiseIdentifier(_ctx, accountId, client) {
      return deps.pairwiseSubject(sectorOf(client), accountId);
    },
    responseTypes: ['code'],
    // told to those that register themselves
    clientDefaults: { id_token_signed_response_alg: defaultAlg },
    // also where only one is registered: whoever leaves it out has asked for nothing (OpenID Connect Core §3.1.2.1)
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: [...authMethods],
    enabledJWA: {
      idTokenSigningAlgValues: algs,
      clientAuthSigningAlgValues: algs,
      userinfoSigningAlgValues: algs,
      requestObjectSigningAlgValues: algs,
      dPoPSigningAlgValues: algs,
    } as Configuration['enabledJWA'],
    // the narrowing to what the specification wants is ours, for some applications want more
    conformIdTokenClaims: false,
    extraClientMetadata: { properties: [ownProperty] },
    clientBasedCORS: (_ctx, origin, client) => isAllowedOrigin(origin, client),
    pkce: { required: (_ctx, client) => ownMetadataOf(client).pkceRequired },
    cookies: {
      // ids of 256 random bits need no signature
      keys: [],
      names: {
        session: deps.sessionCookie,
        interaction: interactionCookie,
        resume: resumeCookie,
      },
      long: { httpOnly: true, sameSite: 'lax', path: '/' },
      short: { httpOnly: true, sameSite: 'lax', path: '/' },
    } as Configuration['cookies'],
    features: featuresOf(library.errors, deps, findAccount),
    interactions: {
      policy,
      async url(ctx, interaction) {
        try {
          return await parking.park(ctx, interaction);
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          // RFC 6749 §4.1.2.1: the application is told, and may try again
          throw new library.errors.TemporarilyUnavailable('too many wait from this network', {
            cause: error,
          });
        }
      },
    },
    fetch: sendThrough(deps.outbound),
    findAccount,
    loadExistingGrant: grantFor(deps),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // by itself the library lets tokens with offline_access outlive the session
    // a device is not signed out with the phone that let it in (decision 0025)
    expiresWithSession: async (_ctx, source) => source.kind !== 'DeviceCode',
    // a code sent twice ends its own tokens alone
    revokeGrantPolicy: (ctx) => ctx.oidc.params?.['grant_type'] !== 'authorization_code',
    ttl: {
      AuthorizationCode: lifetimes.code,
      AccessToken: tokenSeconds,
      ClientCredentials: tokenSeconds,
      IdToken: lifetimes.accessToken,
      RefreshToken: lifetimes.refreshToken,
      DeviceCode: deviceLifetime,
      Interaction: interactionTtlSeconds,
      // never asked for: both are ours
      Grant: lifetimes.refreshToken,
      Session: lifetimes.refreshToken,
    },
    async renderError(ctx, out) {
      ctx.type = 'html';
      ctx.body = pages.refused(ctx, out);
    },
  };
}

/** `keys`: those that sign first. */
export function createProvider(
  library: Library,
  deps: ProviderDeps,
  keys: readonly SigningKey[],
): Provider {
  const AtomicProvider = atomicGrantsProvider(library, deps.db);
  const provider = new AtomicProvider(deps.issuer, configurationOf(library, deps, keys));
  // the mount says what the outside address is
  provider.proxy = true;
  changeBehaviour(provider, {
    errors: library.errors,
    sessionCookie: deps.sessionCookie,
    unavailablePage(ctx) {
      const { language, requestId } = requestContextOf(ctx);
      return deps.pages.unavailable(language, ctx.originalUrl, requestId);
    },
    clientPayload: deps.adapter('Client').find,
    secrets: deps.networkLimits,
    visit: deps.visit,
    formPost: deps.formPost,
  });
  provideDeviceProof(provider);
  sayInterval(provider);
  return provider;
}
