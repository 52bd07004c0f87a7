// Checks of the logout: clients that request it, and clients that are notified (OpenID Connect RP-Initiated and Back-Channel Logout 1.0).

import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { expect } from 'vitest';
import type { Fields } from '../raw.ts';
import { afterSignOut, type Check, first, issuer, type Suite } from './suite.ts';

const description = '/.well-known/openid-configuration';

type Tokens = Awaited<ReturnType<Suite['signedIn']>>['tokens'];

async function signOutWith(suite: Suite, fieldsOf: (tokens: Tokens) => Fields | Promise<Fields>) {
  const { browser, tokens } = await suite.signedIn();
  const { asked, stop } = await suite.signOut(browser, await fieldsOf(tokens));
  return { asked, stop, tokens, after: await suite.silentError(browser) };
}

/** The user is asked, or sees an error; there is no redirect to the client. */
const staysHere =
  (fieldsOf: (tokens: Tokens) => Fields | Promise<Fields>): Check =>
  async (suite) => {
    const { asked, stop } = await signOutWith(suite, fieldsOf);
    expect(stop.location).toBeUndefined();
    if (!asked) expect(stop.status).toBe(400);
  };

/** The user is signed out, on a page of the server that says so. */
const endsHere =
  (fieldsOf: (tokens: Tokens) => Fields): Check =>
  async (suite) => {
    const { asked, stop, after } = await signOutWith(suite, fieldsOf);
    expect([asked, stop.status, stop.location]).toEqual([true, 200, undefined]);
    expect(new URL(stop.url).searchParams.has('signed-out')).toBe(true);
    expect(after).toBe('login_required');
  };

const wholeOf = ({ id }: Tokens): Fields => ({
  id_token_hint: id,
  post_logout_redirect_uri: afterSignOut,
  state: 'of-the-suite',
});

async function goesBack(suite: Suite, fieldsOf: (tokens: Tokens) => Fields, address: string) {
  const { stop, after, tokens } = await signOutWith(suite, fieldsOf);
  expect(stop.location).toBe(address);
  expect(after).toBe('login_required');
  return tokens;
}

async function signedByStranger({ claims }: Tokens): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'stranger' }).sign(privateKey);
}

export const signingOut = {
  'the description says where to sign out': async ({ documentAt }) => {
    const { end_session_endpoint: address } = await documentAt(description);
    expect(URL.parse(`${address}`)?.origin).toBe(issuer);
  },
  'signing out, and back with the state': async (suite) => {
    await goesBack(suite, wholeOf, `${afterSignOut}?state=of-the-suite`);
  },
  'signing out without a state': async (suite) => {
    await goesBack(suite, (tokens) => ({ ...wholeOf(tokens), state: undefined }), afterSignOut);
  },
  'signing out to an address that is not registered': staysHere((tokens) => ({
    ...wholeOf(tokens),
    post_logout_redirect_uri: `${afterSignOut}/unregistered`,
  })),
  'signing out to a registered address with a query': staysHere((tokens) => ({
    ...wholeOf(tokens),
    post_logout_redirect_uri: `${afterSignOut}?foo=bar`,
  })),
  'signing out with a hint nobody has signed': staysHere((tokens) => ({
    ...wholeOf(tokens),
    id_token_hint: new UnsecuredJWT(tokens.claims).encode(),
  })),
  'signing out with a hint a stranger has signed': staysHere(async (tokens) => ({
    ...wholeOf(tokens),
    id_token_hint: await signedByStranger(tokens),
  })),
  'signing out without a hint': staysHere((tokens) => ({
    ...wholeOf(tokens),
    id_token_hint: undefined,
  })),
  'signing out with nothing': endsHere(() => ({})),
  'signing out without an address': endsHere((tokens) => ({
    ...wholeOf(tokens),
    post_logout_redirect_uri: undefined,
  })),
  'signing out with a state alone': endsHere(() => ({ state: 'of-the-suite' })),
  'the description says that clients are told': async ({ documentAt }) => {
    expect(await documentAt(description)).toMatchObject({
      end_session_endpoint: expect.any(String),
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  },
  'the client is told behind the browser’s back': async (suite) => {
    const tokens = await goesBack(suite, wholeOf, `${afterSignOut}?state=of-the-suite`);
    expect(suite.heard).toHaveLength(1);
    const { claims, header } = await suite.verify(`${suite.heard[0]}`);
    expect(header.typ).toMatch(/^(logout\+)?jwt$/i);
    expect(claims).toMatchObject({
      aud: first.id,
      sub: tokens.claims.sub,
      sid: tokens.claims['sid'],
      iat: expect.any(Number),
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(claims).not.toHaveProperty('nonce');
  },
} satisfies Record<string, Check>;
