// A complete OpenID Connect client with the certified openid-client: start and finish a sign-in, sign out, and receive
// back-channel logout.

import * as jose from 'jose';
import * as client from 'openid-client';

export type Attempt = { verifier: string; state: string; nonce: string };
export type SignedIn = {
  claims: Record<string, unknown>;
  /** Shows the provider which session the sign-out request is about. */
  idToken: string;
  /** The id of the session at the provider, which its logout tokens name. */
  sid: string | undefined;
};

type Options = { issuer: string; clientId: string; secret: string; callback: string; home: string };

/** In the demo the provider runs on this computer without https. */
const isPlain = (issuer: string) => issuer.startsWith('http:');

export function createRelyingParty({ issuer, clientId, secret, callback, home }: Options) {
  let known: Promise<client.Configuration> | undefined;

  /** Fetches the provider's configuration once. After a failure it is fetched again. */
  function configuration(): Promise<client.Configuration> {
    known ??= client
      .discovery(
        new URL(issuer),
        clientId,
        { id_token_signed_response_alg: 'ES256' },
        client.ClientSecretBasic(secret),
        isPlain(issuer) ? { execute: [client.allowInsecureRequests] } : {},
      )
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  }

  return {
    /** Returns the address of the sign-in, and the values that this application must store for it. */
    async begin(language: string): Promise<{ address: string; attempt: Attempt }> {
      const attempt: Attempt = {
        verifier: client.randomPKCECodeVerifier(),
        state: client.randomState(),
        nonce: client.randomNonce(),
      };
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid profile email groups campus',
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
        ui_locales: language,
      });
      return { address: address.href, attempt };
    },

    /**
     * Exchanges the code. @throws the error of openid-client if the response is an error or does not belong to this
     * attempt.
     */
    async finish(address: URL, { verifier, state, nonce }: Attempt): Promise<SignedIn> {
      const given = await configuration();
      const tokens = await client.authorizationCodeGrant(given, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const own = tokens.claims();
      const about = await client.fetchUserInfo(given, tokens.access_token, own?.sub ?? '');
      const sid = typeof own?.['sid'] === 'string' ? own['sid'] : undefined;
      return { claims: { ...own, ...about }, idToken: tokens.id_token ?? '', sid };
    },

    /** Returns the address for signing out everywhere. */
    async signOutAddress(idToken: string): Promise<string> {
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: home };
      return client.buildEndSessionUrl(await configuration(), parameters).href;
    },

    /** Returns the session id of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). */
    async signedOutElsewhere(logoutToken: string): Promise<string | undefined> {
      const { jwks_uri } = (await configuration()).serverMetadata();
      const keys = jose.createRemoteJWKSet(new URL(jwks_uri ?? ''));
      const { payload } = await jose.jwtVerify(logoutToken, keys, {
        issuer,
        audience: clientId,
        typ: 'logout+jwt',
        requiredClaims: ['iat', 'jti', 'sid', 'events'],
      });
      if ('nonce' in payload) throw new Error('a logout token has no nonce');
      return typeof payload['sid'] === 'string' ? payload['sid'] : undefined;
    },
  };
}

export type RelyingParty = ReturnType<typeof createRelyingParty>;
