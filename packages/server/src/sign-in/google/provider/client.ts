// What we say to Google: where the browser goes, and what its answer is worth. The only file that knows the
// library; loaded where Google is on.

import { createHash } from 'node:crypto';
import type { Language } from '@brama/contract/paths';
import * as openid from 'openid-client';
import type { AttemptSecrets, TakenAttempt } from '../attempt-store.ts';
import { errorReason } from '../error-reason.ts';
import { GoogleRefused, IssuerUnavailable, refuse } from '../refusal.ts';
import type { GoogleSettings } from '../settings.ts';
import { boundedFetch, type Fetch } from './bounded-fetch.ts';
import { type GoogleIdentity, identityIn, toleranceSeconds } from './id-token.ts';
import { soundMetadata } from './metadata.ts';

export type ClientDeps = {
  settings: GoogleSettings;
  fetch: Fetch;
  /** Where Google leads back to. */
  returnAddress: string;
  now: () => number;
};

/** What Google sent back with the user; `iss` where it names itself (RFC 9207). */
export type AuthorizationResponse = { code: string; state: string; iss: string | undefined };

const timeoutSeconds = 5;
/** How soon a description is asked for anew: whether Google answers at all is learned by it too. */
const descriptionMs = 5 * 60_000;
/** The library asks for keys anew at once if those it has are older than this and the one named is missing. */
const freshKeysSeconds = 60;

type Kept = { metadata: Promise<openid.ServerMetadata>; until: number };

export function createClient({ settings, fetch, returnAddress, now }: ClientDeps) {
  const { issuer, clientId, clientSecret, hostedDomains } = settings;
  const bounded = boundedFetch(fetch);
  // production refuses such an issuer when it starts
  const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
  let kept: Kept | undefined;
  let keys: openid.ExportedJWKSCache | undefined;

  async function describe(): Promise<openid.ServerMetadata> {
    try {
      const found = await openid.discovery(new URL(issuer), clientId, {}, openid.None(), {
        execute: insecure,
        timeout: timeoutSeconds,
        [openid.customFetch]: bounded,
      });
      return soundMetadata(found.serverMetadata());
    } catch (error) {
      if (error instanceof IssuerUnavailable) throw error;
      throw new IssuerUnavailable(errorReason(error), { cause: error });
    }
  }

  /** One question for all who wait; a failed one is forgotten. */
  function described(longest = descriptionMs): Promise<openid.ServerMetadata> {
    if (kept && now() < kept.until - descriptionMs + longest) return kept.metadata;
    const fresh: Kept = { metadata: describe(), until: now() + descriptionMs };
    fresh.metadata.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    kept = fresh;
    return fresh.metadata;
  }

  /** Basic is what everybody speaks (OpenID Connect Core §9); Google writes of the form. */
  function authenticationAt({
    token_endpoint_auth_methods_supported: told,
  }: openid.ServerMetadata) {
    return told?.includes('client_secret_post')
      ? openid.ClientSecretPost(clientSecret)
      : openid.ClientSecretBasic(clientSecret);
  }

  function configurationFor(metadata: openid.ServerMetadata): openid.Configuration {
    const client = {
      [openid.clockTolerance]: toleranceSeconds,
      // the library reads its own clock
      [openid.clockSkew]: Math.round((now() - Date.now()) / 1000),
    };
    const authentication = authenticationAt(metadata);
    const configuration = new openid.Configuration(metadata, clientId, client, authentication);
    for (const set of [...insecure, openid.enableNonRepudiationChecks]) set(configuration);
    configuration.timeout = timeoutSeconds;
    configuration[openid.customFetch] = bounded;
    return configuration;
  }

  /** Keys are kept, but never so fresh that one the issuer has just taken into use were not looked for. */
  async function withKeys<T>(configuration: openid.Configuration, work: () => Promise<T>) {
    const aged = keys && { ...keys, uat: keys.uat - freshKeysSeconds };
    if (aged) openid.setJwksCache(configuration, aged);
    const result = await work();
    const used = openid.getJwksCache(configuration);
    if (used && used.uat !== aged?.uat) keys = used;
    return result;
  }

  return {
    /** Where the browser chooses an account. @throws {IssuerUnavailable} */
    async address(state: string, secrets: AttemptSecrets, language: Language): Promise<string> {
      const [domain, another] = hostedDomains;
      const challenge = createHash('sha256').update(secrets.codeVerifier).digest('base64url');
      const url = openid.buildAuthorizationUrl(configurationFor(await described()), {
        redirect_uri: returnAddress,
        scope: 'openid email',
        state,
        nonce: secrets.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        // whoever sat here before may still be signed in at Google
        prompt: 'select_account',
        ui_locales: language,
        // a hint only: what the id token says counts
        ...(domain !== undefined && another === undefined && { hd: domain }),
      });
      return url.href;
    },

    /** Exchanges the code and judges the id token. @throws {GoogleRefused} */
    async identify(
      { code, state, iss }: AuthorizationResponse,
      { secrets, createdAt }: Pick<TakenAttempt, 'secrets' | 'createdAt'>,
    ): Promise<GoogleIdentity> {
      const query = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) });
      const url = new URL(`${returnAddress}?${query}`);
      try {
        // an attempt under way is not held up by a description that has just become old
        const configuration = configurationFor(await described(Number.POSITIVE_INFINITY));
        const tokens = await withKeys(configuration, () =>
          openid.authorizationCodeGrant(configuration, url, {
            pkceCodeVerifier: secrets.codeVerifier,
            expectedState: state,
            expectedNonce: secrets.nonce,
            idTokenExpected: true,
          }),
        );
        const measure = { clientId, hostedDomains, begun: createdAt, now: now() };
        return identityIn(tokens.claims(), measure);
      } catch (error) {
        if (error instanceof GoogleRefused) throw error;
        if (error instanceof IssuerUnavailable)
          return refuse('exchange-failed', { fault: error.fault });
        const fault = errorReason(error);
        const isAboutToken = /JWT|KEY_SELECTION|INVALID_RESPONSE|UNSUPPORTED/.test(fault);
        return refuse(isAboutToken ? 'token-refused' : 'exchange-failed', { fault });
      }
    },
  };
}

export type Client = ReturnType<typeof createClient>;
