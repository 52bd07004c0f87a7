// Creates the provider of the library. That takes two milliseconds, and is repeated whenever the signing keys change.

import { lifetimes } from '@brama/contract/lifetimes';
import { languages } from '@brama/contract/paths';
import { acrValues } from '@brama/contract/sign-in/methods';
import type { AccessToken, ClientCredentials, Configuration, Provider } from 'oidc-provider';
import type { Outbound } from '../../outbound/request.ts';
import { defaultAlg, signingAlgs } from '../keys/signing-algs.ts';
import type { SigningKey } from '../keys/store.ts';
import { adapterOf } from './adapters/adapters.ts';
import { librarySteps } from './authorization/steps.ts';
import {
  interactionCookie,
  interactionTtlSeconds,
  resumeCookie,
} from './authorization/suspend-request.ts';
import { authMethods } from './clients/client-metadata.ts';
import { isAllowedOrigin, ownMetadataOf, ownProperty, sectorOf } from './clients/clients.ts';
import type { OidcDeps } from './deps.ts';
import { deviceCodeSeconds } from './device/device-codes.ts';
import { logRefusals } from './diagnostics/refusal-log.ts';
import { endpoints } from './endpoints.ts';
import { featuresOf } from './features.ts';
import type { Library } from './library.ts';
import { createPatchedProvider } from './patches.ts';
import { refusedPage } from './refused-request-page.ts';
import { claimsByScope, scopes } from './scopes.ts';
import { signerOf } from './token-signer.ts';

/** The record of the application may set the lifetime of a token for a service. */
function accessTokenSeconds(_ctx: unknown, token: AccessToken | ClientCredentials): number {
  return token.resourceServer?.accessTokenTTL ?? lifetimes.accessToken;
}

/** The library sends only logout notifications. */
function fetchThrough({ post }: Outbound): NonNullable<Configuration['fetch']> {
  return async (address, options) => {
    const { body, signal } = options as { body: URLSearchParams; signal: AbortSignal };
    const { status } = await post(`${address}`, body, signal);
    return new Response(null, { status });
  };
}

function clientConfiguration(library: Library): Configuration {
  return {
    subjectTypes: ['public', 'pairwise'],
    // otherwise the server would call an address from the metadata of a self-registered client
    sectorIdentifierUriValidate() {
      throw new library.errors.InvalidClientMetadata('sector_identifier_uri is not supported');
    },
    responseTypes: ['code'],
    // for self-registered clients
    clientDefaults: { id_token_signed_response_alg: defaultAlg },
    // OpenID Connect Core §3.1.2.1 requires the parameter, also from clients with a single redirect URI
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: [...authMethods],
    extraClientMetadata: { properties: [ownProperty] },
    clientBasedCORS: (_ctx, origin, client) => isAllowedOrigin(origin, client),
    pkce: { required: (_ctx, client) => ownMetadataOf(client).pkceRequired },
  };
}

function tokenConfiguration({ crypto: { pairwiseSubject } }: OidcDeps): Configuration {
  const algs = [...signingAlgs];
  return {
    scopes: [...scopes],
    claims: {
      ...claimsByScope,
      acr: null,
      amr: null,
      auth_time: null,
      iss: null,
      sid: null,
    },
    acrValues: [...acrValues],
    discovery: { claims_locales_supported: [...languages] },
    async pairwiseIdentifier(_ctx, accountId, client) {
      return pairwiseSubject(sectorOf(client), accountId);
    },
    enabledJWA: {
      idTokenSigningAlgValues: algs,
      clientAuthSigningAlgValues: algs,
      userinfoSigningAlgValues: algs,
      requestObjectSigningAlgValues: algs,
      dPoPSigningAlgValues: algs,
    } as Configuration['enabledJWA'],
    // a patch narrows ID tokens, because some clients need all claims there
    conformIdTokenClaims: false,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // upstream, tokens with offline_access outlive the session; here only those of devices do (decision 0025)
    expiresWithSession: async (_ctx, source) => source.kind !== 'DeviceCode',
    // the reuse of a code ends only its own tokens
    revokeGrantPolicy: (ctx) => ctx.oidc.params?.['grant_type'] !== 'authorization_code',
    ttl: {
      AuthorizationCode: lifetimes.code,
      AccessToken: accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      IdToken: lifetimes.accessToken,
      RefreshToken: lifetimes.refreshToken,
      DeviceCode: deviceCodeSeconds,
      Interaction: interactionTtlSeconds,
      // required by the library, but grants and sessions are ours
      Grant: lifetimes.refreshToken,
      Session: lifetimes.refreshToken,
    },
  };
}

function cookieConfiguration(sessionCookie: string): Configuration['cookies'] {
  const options = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
  return {
    // ids with 256 random bits need no signature
    keys: [],
    names: { session: sessionCookie, interaction: interactionCookie, resume: resumeCookie },
    long: { ...options },
    short: { ...options },
  } as Configuration['cookies'];
}

function configurationOf(
  library: Library,
  deps: OidcDeps,
  keys: readonly SigningKey[],
): Configuration {
  const steps = librarySteps(library, deps);
  return {
    ...clientConfiguration(library),
    ...tokenConfiguration(deps),
    adapter: (model) => adapterOf(library, deps, model),
    jwks: { keys: keys.map((key) => signerOf(library, key)) },
    routes: endpoints,
    cookies: cookieConfiguration(deps.http.sessionCookie.cookieName),
    features: featuresOf(library, deps, steps.findAccount),
    ...steps,
    fetch: fetchThrough(deps.outbound),
    async renderError(ctx, out) {
      ctx.type = 'html';
      ctx.body = refusedPage(deps.pages, ctx, out);
    },
  };
}

/** `keys`: the published signing keys, the one that signs first. */
export function createProvider(
  library: Library,
  deps: OidcDeps,
  keys: readonly SigningKey[],
): Provider {
  const provider = createPatchedProvider(library, deps, configurationOf(library, deps, keys));
  // our routes set the forwarded headers
  provider.proxy = true;
  logRefusals(provider, deps);
  return provider;
}
