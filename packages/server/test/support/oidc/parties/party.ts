// The interface of a client library, as the scenarios use it. Each library has an implementation in its own file.

import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import type { Registered } from './registered.ts';

export type Send = (address: string, init?: RequestInit) => Promise<Response>;

/** The URL of the provider, and a function that sends requests to it. */
export type Ground = { issuer: string; send: Send };

export type Attempt = { address: string; verifier: string; state: string; nonce: string };

export type Received = {
  access: string;
  refresh: string;
  id: string;
  claims: Record<string, unknown> & { sub: string };
};

export type Parameters = Record<string, string>;

/** An access token that the application requested for itself (client credentials). */
export type OwnToken = { access: string; scope: string | undefined };

/** A waiting device: the URL for the user, and the polling for tokens. */
export type Waiting = { address: string; poll(): Promise<Received> };

export type Party = {
  /** Returns the authorization URL, and the values that the application must remember. */
  begin(parameters?: Parameters): Promise<Attempt>;
  /** Does the same with a pushed request (RFC 9126). */
  beginPushed(parameters?: Parameters): Promise<Attempt>;
  /** Does the same with a signed request object (RFC 9101). */
  beginSigned(parameters?: Parameters): Promise<Attempt>;
  /** Validates the response (state, `iss`), exchanges the code, validates the ID token (signature, nonce). @throws */
  finish(location: string, attempt: Attempt, parameters?: Parameters): Promise<Received>;
  /** Does the same for a response in a form. @throws */
  finishForm(fields: URLSearchParams, attempt: Attempt): Promise<Received>;
  userinfo(received: Received): Promise<Record<string, unknown>>;
  refresh(received: Received, parameters?: Parameters): Promise<Received>;
  /** Requests a token for the application itself (client credentials). @throws */
  ownToken(parameters?: Parameters): Promise<OwnToken>;
  /** Starts the device flow (RFC 8628). @throws */
  askAsDevice(): Promise<Waiting>;
  introspect(token: string): Promise<Record<string, unknown>>;
  revoke(token: string): Promise<void>;
  signOutAddress(received: Received, state: string): string;
};

/** How an application proves that it owns its tokens: by the token alone, or by a key (RFC 9449). */
export type Binding = 'bearer' | 'dpop';

export type PartyLibrary = {
  name: string;
  connect(application: Registered, ground: Ground, binding?: Binding): Promise<Party>;
};

/** The scopes that every application of the scenarios asks for. */
export const askedScope = 'openid profile email groups campus';

/**
 * Validates a logout token as its receiver must (OpenID Connect Back-Channel Logout 1.0 §2.6); neither library does
 * this. @throws
 */
export async function judgeLogoutToken(
  token: string,
  { clientId, alg }: Registered,
  { issuer, send }: Ground,
) {
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', issuer), {
    [customFetch]: (address, { method, headers }) => send(address, { method, headers }),
  });
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    typ: 'logout+jwt',
    algorithms: [alg],
    requiredClaims: ['iat', 'exp', 'jti', 'sid', 'events'],
  });
  if ('nonce' in payload) throw new Error('a logout token has no nonce');
  return payload;
}
