// The OpenID Connect client for Google: builds the authorization URL and exchanges the code. Only this file imports
// openid-client, and only servers with Google enabled load it.

import { createHash } from 'node:crypto';
import type { Language } from '@brama/contract/paths';
import * as openid from 'openid-client';
import type { ProviderOutcomes } from '../../../outbound/provider-outcomes.ts';
import type { AttemptSecrets, TakenAttempt } from '../attempt-store.ts';
import { GoogleRefused, IssuerUnavailable, refuse } from '../refusal.ts';
import type { GoogleSettings } from '../settings.ts';
import { boundedFetch, type Fetch } from './bounded-fetch.ts';
import { errorReason, faultOf } from './error-reason.ts';
import { type GoogleIdentity, identityIn, toleranceSeconds } from './id-token.ts';
import { validateMetadata } from './metadata.ts';

/** The steps of a sign-in in which the server calls Google. */
export type GoogleStep = 'discovery' | 'exchange';

export type ClientDeps = {
  settings: GoogleSettings;
  fetch: Fetch;
  /** The address that Google returns to. */
  returnAddress: string;
  outcomes: ProviderOutcomes<GoogleStep>;
  now: () => number;
};

type DiscoveryDeps = Pick<ClientDeps, 'settings' | 'fetch' | 'outcomes'>;

/** The response of Google, with `iss` if the issuer supports RFC 9207. */
export type AuthorizationResponse = { code: string; state: string; iss: string | undefined };

const timeoutSeconds = 5;
/** The metadata is requested again after this time, which also detects that Google does not respond. */
const metadataMs = 5 * 60_000;
/** The library requests keys again if the cached ones are older and a key is missing. */
const freshKeysSeconds = 60;

/** Production rejects such an issuer at start. */
const insecureOptions = ({ issuer }: GoogleSettings) =>
  issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];

/** @throws {IssuerUnavailable} */
export async function discover({
  settings,
  fetch,
  outcomes,
}: DiscoveryDeps): Promise<openid.ServerMetadata> {
  const { issuer, clientId } = settings;
  try {
    const found = await openid.discovery(new URL(issuer), clientId, {}, openid.None(), {
      execute: insecureOptions(settings),
      timeout: timeoutSeconds,
      [openid.customFetch]: boundedFetch(fetch),
    });
    const metadata = validateMetadata(found.serverMetadata());
    outcomes.succeeded('discovery');
    return metadata;
  } catch (error) {
    outcomes.failed('discovery', faultOf(error) ?? 'unexpected-answer');
    if (error instanceof IssuerUnavailable) throw error;
    throw new IssuerUnavailable(errorReason(error), { cause: error });
  }
}

/** Simultaneous requests share one discovery. A failed one is not cached. */
function createMetadataCache(deps: ClientDeps) {
  let cached: { metadata: Promise<openid.ServerMetadata>; until: number } | undefined;

  return (maxAgeMs = metadataMs): Promise<openid.ServerMetadata> => {
    if (cached && deps.now() < cached.until - metadataMs + maxAgeMs) return cached.metadata;
    const fresh = { metadata: discover(deps), until: deps.now() + metadataMs };
    fresh.metadata.catch(() => {
      if (cached === fresh) cached = undefined;
    });
    cached = fresh;
    return fresh.metadata;
  };
}

/** Uses Basic, the default of OpenID Connect Core §9, unless the issuer supports the form, which Google documents. */
function clientAuthentication(
  { clientSecret }: GoogleSettings,
  { token_endpoint_auth_methods_supported: supported }: openid.ServerMetadata,
) {
  return supported?.includes('client_secret_post')
    ? openid.ClientSecretPost(clientSecret)
    : openid.ClientSecretBasic(clientSecret);
}

function createConfiguration(
  { settings, fetch, now }: ClientDeps,
  metadata: openid.ServerMetadata,
): openid.Configuration {
  const client = {
    [openid.clockTolerance]: toleranceSeconds,
    // the library reads the system clock
    [openid.clockSkew]: Math.round((now() - Date.now()) / 1000),
  };
  const authentication = clientAuthentication(settings, metadata);
  const configuration = new openid.Configuration(
    metadata,
    settings.clientId,
    client,
    authentication,
  );
  for (const enable of [...insecureOptions(settings), openid.enableNonRepudiationChecks])
    enable(configuration);
  configuration.timeout = timeoutSeconds;
  configuration[openid.customFetch] = boundedFetch(fetch);
  return configuration;
}

/** Caches keys across configurations. They count as old enough for the library to look for a new key. */
function createKeyCache() {
  let keys: openid.ExportedJWKSCache | undefined;

  return async <T>(configuration: openid.Configuration, work: () => Promise<T>): Promise<T> => {
    const aged = keys && { ...keys, uat: keys.uat - freshKeysSeconds };
    if (aged) openid.setJwksCache(configuration, aged);
    const result = await work();
    const used = openid.getJwksCache(configuration);
    if (used && used.uat !== aged?.uat) keys = used;
    return result;
  };
}

function authorizationParameters(
  { settings, returnAddress }: ClientDeps,
  state: string,
  secrets: AttemptSecrets,
  language: Language,
) {
  const [domain, another] = settings.hostedDomains;
  return {
    redirect_uri: returnAddress,
    scope: 'openid email',
    state,
    nonce: secrets.nonce,
    code_challenge: createHash('sha256').update(secrets.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    // the previous user of the browser may still be signed in at Google
    prompt: 'select_account',
    ui_locales: language,
    // only a hint: the ID token decides
    ...(domain !== undefined && another === undefined && { hd: domain }),
  };
}

/** Remembers a failure of Google. A wrong code or a wrong ID token is none: any browser can send one. */
function noteFailure({ outcomes }: ClientDeps, error: unknown) {
  const fault = error instanceof IssuerUnavailable ? undefined : faultOf(error);
  if (fault) outcomes.failed('exchange', fault);
}

/** Maps an error of the exchange to a refusal. */
function refuseExchange(error: unknown): never {
  if (error instanceof GoogleRefused) throw error;
  if (error instanceof IssuerUnavailable) return refuse('exchange-failed', { fault: error.reason });
  const fault = errorReason(error);
  const isAboutToken = /JWT|KEY_SELECTION|INVALID_RESPONSE|UNSUPPORTED/.test(fault);
  return refuse(isAboutToken ? 'token-refused' : 'exchange-failed', { fault });
}

export function createClient(deps: ClientDeps) {
  const { settings, returnAddress, now } = deps;
  const findMetadata = createMetadataCache(deps);
  const withKeys = createKeyCache();

  async function exchange(
    { code, state, iss }: AuthorizationResponse,
    { secrets }: Pick<TakenAttempt, 'secrets'>,
  ) {
    const query = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) });
    // stale metadata must not delay an attempt in progress
    const metadata = await findMetadata(Number.POSITIVE_INFINITY);
    const configuration = createConfiguration(deps, metadata);
    return withKeys(configuration, () =>
      openid.authorizationCodeGrant(configuration, new URL(`${returnAddress}?${query}`), {
        pkceCodeVerifier: secrets.codeVerifier,
        expectedState: state,
        expectedNonce: secrets.nonce,
        idTokenExpected: true,
      }),
    );
  }

  return {
    /** Returns the URL where the user chooses an account. @throws {IssuerUnavailable} */
    async authorizationUrl(
      state: string,
      secrets: AttemptSecrets,
      language: Language,
    ): Promise<string> {
      const configuration = createConfiguration(deps, await findMetadata());
      const parameters = authorizationParameters(deps, state, secrets, language);
      return openid.buildAuthorizationUrl(configuration, parameters).href;
    },

    /** Exchanges the code and checks the ID token. @throws {GoogleRefused} */
    async identify(
      response: AuthorizationResponse,
      attempt: Pick<TakenAttempt, 'secrets' | 'createdAt'>,
    ): Promise<GoogleIdentity> {
      const { clientId, hostedDomains } = settings;
      try {
        const tokens = await exchange(response, attempt).catch((error: unknown) => {
          noteFailure(deps, error);
          throw error;
        });
        deps.outcomes.succeeded('exchange');
        const startedAt = attempt.createdAt;
        return identityIn(tokens.claims(), { clientId, hostedDomains, startedAt, now: now() });
      } catch (error) {
        return refuseExchange(error);
      }
    },
  };
}

export type Client = ReturnType<typeof createClient>;
