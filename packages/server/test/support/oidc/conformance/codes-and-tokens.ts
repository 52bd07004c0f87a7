// Checks of codes, tokens and claims, and how often they can be used (OpenID Connect Core §3.1.3, §5, §12).

import { createHash } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { expect } from 'vitest';
import { oidcSettingsFrom } from '../../../../src/applications/oidc/clients/settings.ts';
import { basicOf, type Fields } from '../raw.ts';
import { type Check, first, issuer, type Suite, second } from './suite.ts';

const description = '/.well-known/openid-configuration';

/** Uses a code twice; the second exchange must fail. */
async function useTwice({ authorize, codeIn, exchange, pass }: Suite, wait: number) {
  const code = codeIn(await authorize());
  const { access_token } = (await exchange(code)).json();
  expect(access_token).toEqual(expect.any(String));
  pass(wait);
  const repeated = await exchange(code);
  expect([repeated.statusCode, repeated.json().error]).toEqual([400, 'invalid_grant']);
  return `${access_token}`;
}

/** The server ignores scopes of OpenID Connect for which it has no claims. */
const unknownScope =
  (scope: string): Check =>
  async ({ claimsFor, documentAt }) => {
    expect((await documentAt(description)).scopes_supported).not.toContain(scope);
    expect(Object.keys(await claimsFor(`openid ${scope}`))).toEqual(['sub']);
  };

/** The server refuses an unsigned request object with a standard error code, and ignores its content. */
async function refusesRequest({ authorize, documentAt }: Suite, fields: Fields, errors: RegExp) {
  const { request_object_signing_alg_values_supported: algs } = await documentAt(description);
  expect(algs).not.toContain('none');
  const { answer, stop } = await authorize(fields);
  expect(answer?.get('code') ?? null).toBe(null);
  if (answer) expect(answer.get('error')).toMatch(errors);
  else expect(stop.status).toBe(400);
}

const unsigned = (claims: Record<string, string>) =>
  new UnsecuredJWT({ client_id: first.id, ...claims })
    .setIssuer(first.id)
    .setAudience(issuer)
    .encode();

export const codesAndTokens = {
  'an ID token is signed by a published key': async ({ signedIn }) => {
    const { tokens } = await signedIn();
    expect(tokens.header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  },
  'an ID token is never unsigned': async ({ documentAt }) => {
    const { id_token_signing_alg_values_supported: algs } = await documentAt(description);
    expect(algs).toContain('RS256');
    expect(algs).not.toContain('none');
    const metadata = { redirect_uris: [first.callback], id_token_signed_response_alg: 'none' };
    const manifest = { type: 'oidc', metadata, secret: first.secret };
    expect(oidcSettingsFrom(manifest, undefined)).toHaveProperty('issues');
  },
  'claims by GET': async ({ signedIn, userinfo }) => {
    const { tokens } = await signedIn();
    const answer = await userinfo(tokens.access);
    expect([answer.statusCode, answer.json().sub]).toEqual([200, tokens.claims.sub]);
  },
  'claims by POST, the token in a header': async ({ signedIn, call }) => {
    const { tokens } = await signedIn();
    // as a client on the wire: an empty body has a length
    const headers = { authorization: `Bearer ${tokens.access}`, 'content-length': '0' };
    const answer = await call('/oidc/userinfo', {}, headers);
    expect([answer.statusCode, answer.json().sub]).toEqual([200, tokens.claims.sub]);
  },
  'claims by POST, the token in the form': async ({ signedIn, call }) => {
    const { tokens } = await signedIn();
    const answer = await call('/oidc/userinfo', { access_token: tokens.access }, {});
    expect([answer.statusCode, answer.json().sub]).toEqual([200, tokens.claims.sub]);
  },
  'claims of the scope profile': async ({ claimsFor }) => {
    const claims = await claimsFor('openid profile');
    expect(Object.keys(claims).sort()).toEqual(['name', 'preferred_username', 'sub']);
  },
  'claims of the scope email': async ({ claimsFor }) => {
    const claims = await claimsFor('openid email');
    expect(Object.keys(claims).sort()).toEqual(['email', 'email_verified', 'sub']);
    expect(claims['email_verified']).toEqual(expect.any(Boolean));
  },
  'the scope address is passed over': unknownScope('address'),
  'the scope phone is passed over': unknownScope('phone'),
  'claims of all scopes at once': async ({ claimsFor }) => {
    const claims = await claimsFor('openid profile email phone address');
    expect(claims).toMatchObject({ name: expect.any(String), email: expect.any(String) });
  },
  'a claim that is essential': async ({ signedIn, userinfo }) => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const { tokens } = await signedIn({ claims });
    expect((await userinfo(tokens.access)).json().name).toEqual(expect.any(String));
    expect(tokens.claims).not.toHaveProperty('name');
  },
  'a code used twice': async (suite) => {
    await useTwice(suite, 0);
  },
  'a code used twice, and the tokens of the first time': async (suite) => {
    const access = await useTwice(suite, 30_000);
    expect((await suite.userinfo(access)).statusCode).toBe(401);
  },
  'an address that is not registered': async ({ authorize }) => {
    const { answer, stop } = await authorize({ redirect_uri: `${first.callback}/unregistered` });
    expect([answer, stop.location, stop.status]).toEqual([undefined, undefined, 400]);
    expect(stop.body).toContain('invalid_redirect_uri');
  },
  'a request object at an address': (suite) =>
    refusesRequest(
      suite,
      { request_uri: 'https://suite.example/request.jwt' },
      /^(request_uri_not_supported|invalid_request_uri)$/,
    ),
  'an unsigned request object': (suite) =>
    refusesRequest(
      suite,
      { request: unsigned({ state: 'of-the-object' }) },
      /^(request_not_supported|invalid_request_object)$/,
    ),
  'an unsigned request object with an address of its own': (suite) =>
    refusesRequest(
      suite,
      { request: unsigned({ redirect_uri: `${first.callback}/of-the-object` }) },
      /^(request_not_supported|invalid_request_object|invalid_redirect_uri)$/,
    ),
  'a refresh token, and whose it is': async ({ signedIn, call, verify, userinfo }) => {
    const { tokens } = await signedIn({ scope: 'openid offline_access', prompt: 'consent' });
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh };
    expect(tokens.refresh).toEqual(expect.stringMatching(/^[\x20-\x7e]+$/));
    const stolen = await call('/oidc/token', fields, basicOf(second));
    expect([stolen.statusCode, stolen.json().error]).toEqual([400, 'invalid_grant']);
    const answer = await call('/oidc/token', fields, basicOf(first));
    expect(answer.statusCode).toBe(200);
    const renewed = answer.json();
    const { claims } = await verify(renewed.id_token);
    for (const claim of ['iss', 'sub', 'aud', 'auth_time'])
      expect(claims[claim], claim).toEqual(tokens.claims[claim]);
    expect((await userinfo(renewed.access_token)).statusCode).toBe(200);
  },
  'a request with PKCE': async ({ authorize, codeIn, call }) => {
    const code_verifier = 'v'.repeat(43);
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const ask = { code_challenge, code_challenge_method: 'S256' };
    const buy = async (verifier: string) =>
      call(
        '/oidc/token',
        {
          grant_type: 'authorization_code',
          code: codeIn(await authorize(ask)),
          redirect_uri: first.callback,
          code_verifier: verifier,
        },
        basicOf(first),
      );
    expect((await buy(code_verifier)).statusCode).toBe(200);
    expect((await buy('w'.repeat(43))).json().error).toBe('invalid_grant');
  },
} satisfies Record<string, Check>;
