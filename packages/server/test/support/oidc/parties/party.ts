// The interface of a client library, as the scenarios use it. Each library has an implementation in its own file.

import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import type { Registered } from './registered.ts';

export type Send = (address: string, init?: RequestInit) => Promise<Response>;

/** Where the provider is, and how it is reached. */
export type Ground = { issuer: string; send: Send };

export type Attempt = { address: string; verifier: string; state: string; nonce: string };

export type Received = {
  access: string;
  refresh: string;
  id: string;
  claims: Record<string, unknown> & { sub: string };
};

export type Parameters = Record<string, string>;

/** What `received` of an access token that the application got for itself. */
export type OwnToken = { access: string; scope: string | undefined };

/** A device that waits: where the person goes, and what comes of it. */
export type Waiting = { address: string; poll(): Promise<Received> };

export type Party = {
  /** Where the browser goes, and what must be remembered. */
  begin(parameters?: Parameters): Promise<Attempt>;
  /** The same, the request having been pushed (RFC 9126). */
  beginPushed(parameters?: Parameters): Promise<Attempt>;
  /** The same, the request being a signed object (RFC 9101). */
  beginSigned(parameters?: Parameters): Promise<Attempt>;
  /** Judges the answer (state, `iss`), swaps the code, judges the ID token (signature, nonce). @throws */
  finish(location: string, attempt: Attempt, parameters?: Parameters): Promise<Received>;
  /** The same with an answer that came as a form. @throws */
  finishForm(fields: URLSearchParams, attempt: Attempt): Promise<Received>;
  userinfo(received: Received): Promise<Record<string, unknown>>;
  refresh(received: Received, parameters?: Parameters): Promise<Received>;
  /** A token of its own (client credentials). @throws */
  ownToken(parameters?: Parameters): Promise<OwnToken>;
  /** As a device does (RFC 8628). @throws */
  askAsDevice(): Promise<Waiting>;
  introspect(token: string): Promise<Record<string, unknown>>;
  revoke(token: string): Promise<void>;
  signOutAddress(received: Received, state: string): string;
};

/** How an application shows that it holds its tokens: nothing but the token, or a key (RFC 9449). */
export type Binding = 'bearer' | 'dpop';

export type PartyLibrary = {
  name: string;
  connect(application: Registered, ground: Ground, binding?: Binding): Promise<Party>;
};

/** The scopes that every application of the scenarios asks for. */
export const askedScope = 'openid profile email groups campus';

/**
 * A logout token as its receiver must judge it (OpenID Connect Back-Channel Logout 1.0 §2.6); neither library
 * brings this itself. @throws
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
