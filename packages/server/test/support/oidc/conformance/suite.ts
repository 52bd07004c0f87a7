// A relying party like the OpenID Foundation's suite: clients without PKCE, a user who signs in when asked, and responses by query
// or form post.

import { unescapeHtml } from '@brama/contract/escape-html';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { type createBrowser, createBrowser as openBrowser, type Stop } from '../../browser.ts';
import type { DatabaseKind } from '../../databases.ts';
import { makeWorld, ours } from '../../world.ts';
import { addOidcApplication } from '../applications.ts';
import { createListener } from '../listener.ts';
import { attemptOf, basicOf, type Fields, form, formOf, type Party } from '../raw.ts';
import { type Mutant, planted } from './planted.ts';

export const issuer = 'http://localhost:3000';
export type ResponseMode = 'default' | 'form_post';
type Browser = ReturnType<typeof createBrowser>;
type Claims = JWTPayload & Record<string, unknown>;

const secret = 'U3VpdGUgaSBrbHl1Y2ggdmlkIGJyYW15IDEyMzQ1';
const base = 'https://suite.example/test/a/brama';
const partyOf = (id: string): Required<Party> => ({ id, secret, callback: `${base}/callback` });
export const first = partyOf('3f1f0c8a-53d6-4a35-9f43-9c3f5f1d0a01');
export const second = partyOf('3f1f0c8a-53d6-4a35-9f43-9c3f5f1d0a02');
/** A client that sends its secret in the form (`client_secret_post`). */
export const posting = partyOf('3f1f0c8a-53d6-4a35-9f43-9c3f5f1d0a03');
export const afterSignOut = `${base}/post_logout_redirect`;

export type Outcome = {
  /** The authorization response; undefined when the request ended at a page of the server. */
  answer: URLSearchParams | undefined;
  /** The URL at which the user was asked to sign in, if at all. */
  asked: string | undefined;
  stop: Stop;
  browser: Browser;
  fields: Fields;
};

type Way = { browser?: Browser; party?: Party; person?: 'signs in' | 'is away'; post?: boolean };

/** Returns the fields of a form that submits itself to the client. */
function formFor(callback: string, { body }: Stop): URLSearchParams | undefined {
  const action = /<form method="post" action="([^"]*)"/.exec(body)?.[1] ?? '';
  if (unescapeHtml(action) !== callback) return undefined;
  const inputs = body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g);
  return new URLSearchParams(
    [...inputs].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
  );
}

function answerIn(mode: ResponseMode, { callback }: Party, stop: Stop) {
  if (stop.location === undefined)
    return mode === 'form_post' ? formFor(callback, stop) : undefined;
  const { origin, pathname, searchParams } = new URL(stop.location);
  return origin + pathname === callback && mode === 'default' ? searchParams : undefined;
}

export type Suite = Awaited<ReturnType<typeof makeSuite>>;
export type Check = (suite: Suite) => Promise<void>;

export async function makeSuite(kind: DatabaseKind, mode: ResponseMode, mutant: Mutant = {}) {
  planted.mutant = mutant;
  const world = await makeWorld(kind);
  world.clock.now = Date.now();
  const listener = await createListener();
  const server = {
    async inject(options: object) {
      const response = await world.server.inject(mutant.wire?.(options) ?? options);
      const isUserinfo = (options as { url?: string }).url?.startsWith('/oidc/userinfo');
      if (!mutant.userinfo || !isUserinfo || response.statusCode !== 200) return response;
      const claims = response.json();
      mutant.userinfo(claims);
      return Object.assign(Object.create(response), { json: () => claims });
    },
  } as typeof world.server;
  for (const party of [first, second, posting])
    await addOidcApplication(world.db, {
      id: party.id,
      name: `suite-${party.id}`,
      protocol: {
        secret,
        pkce: 'allowed',
        metadata: {
          redirect_uris: [party.callback],
          post_logout_redirect_uris: [afterSignOut],
          backchannel_logout_uri: `${listener.address}/backchannel_logout`,
          backchannel_logout_session_required: true,
          grant_types: ['authorization_code', 'refresh_token'],
          id_token_signed_response_alg: 'RS256',
          token_endpoint_auth_method:
            party === posting ? 'client_secret_post' : 'client_secret_basic',
          scope: 'openid profile email offline_access',
        },
      },
    });

  const open = () => openBrowser(server);
  const call = (url: string, fields: Fields, headers: Record<string, string>) =>
    server.inject({
      method: 'POST',
      url,
      headers: { ...form, ...headers },
      payload: formOf(fields),
    });

  /** The sign-in page is a page of the server that names the suspended request. */
  const isSignIn = ({ location, url }: Stop) =>
    location === undefined && /^\/(uk|en)\/$/.test(new URL(url).pathname);

  async function signInAt(browser: Browser, { url }: Stop) {
    world.clock.now += 1;
    browser.take(await world.signIn('o.shevchenko', world.server, browser.cookies()));
    return browser.go(`/api/app-redirect${new URL(url).search}`);
  }

  async function authorize(changes: Fields = {}, way: Way = {}): Promise<Outcome> {
    const { browser = open(), party = first, person = 'signs in', post = false } = way;
    const { fields } = attemptOf(party, {
      scope: 'openid',
      code_challenge: undefined,
      code_challenge_method: undefined,
      ...(mode === 'form_post' && { response_mode: mode }),
      ...changes,
    });
    const whole = formOf(fields);
    const options = { method: 'POST' as const, headers: form, payload: whole };
    const met = await (post
      ? browser.go('/oidc/auth', options)
      : browser.go(`/oidc/auth?${whole}`));
    const asked = isSignIn(met) ? new URL(met.url).pathname : undefined;
    const stop = asked !== undefined && person === 'signs in' ? await signInAt(browser, met) : met;
    return { answer: answerIn(mode, party, stop), asked, stop, browser, fields };
  }

  function codeIn({ answer, fields }: Outcome): string {
    expect(answer?.get('error')).toBe(null);
    expect(answer?.get('state')).toBe(fields['state'] ?? null);
    expect(answer?.get('iss')).toBe(issuer);
    return answer?.get('code') ?? expect.fail('no code came back');
  }

  const exchange = (code: string, party: Party = first) =>
    call(
      '/oidc/token',
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: party.callback,
        ...(party === posting && { client_id: party.id, client_secret: party.secret }),
      },
      party === posting ? {} : basicOf(party),
    );

  const documentAt = async (url: string) => (await server.inject({ url })).json();

  /** Verifies signature, issuer, client and times of an ID token. Returns its claims. */
  async function verify(token: string, { id }: Party = first) {
    const keys = createLocalJWKSet(await documentAt('/oidc/jwks'));
    const judged = jwtVerify(token, keys, { issuer, audience: id });
    await expect(judged).resolves.toBeDefined();
    const { payload, protectedHeader } = await judged;
    return { claims: payload as Claims, header: protectedHeader };
  }

  /** Exchanges the code of a response, and validates everything by OpenID Connect Core §3.1.3. */
  async function tokensOf(outcome: Outcome, party: Party = first) {
    const answer = await exchange(codeIn(outcome), party);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toContain('no-store');
    const tokens = answer.json<Record<string, string>>();
    expect(tokens['token_type']).toBe('Bearer');
    const { claims, header } = await verify(`${tokens['id_token']}`, party);
    expect(claims.sub).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(claims['nonce']).toBe(outcome.fields['nonce']);
    return {
      access: `${tokens['access_token']}`,
      refresh: tokens['refresh_token'],
      id: `${tokens['id_token']}`,
      claims,
      header,
    };
  }

  const signedIn = async (changes: Fields = {}, way: Way = {}) => {
    const outcome = await authorize(changes, way);
    return { ...outcome, tokens: await tokensOf(outcome, way.party) };
  };

  const userinfo = (access: string) =>
    server.inject({ url: '/oidc/userinfo', headers: { authorization: `Bearer ${access}` } });

  async function claimsFor(scope: string) {
    const { tokens } = await signedIn({ scope });
    const answer = await userinfo(tokens.access);
    expect(answer.statusCode).toBe(200);
    const claims = answer.json();
    expect(claims.sub).toBe(tokens.claims.sub);
    return claims as Record<string, unknown>;
  }

  /** Confirms the logout when the page asks. */
  async function signOut(browser: Browser, fields: Fields) {
    const stop = await browser.go(`/oidc/logout?${formOf(fields)}`);
    const proof = /name="proof" value="([^"]+)"/.exec(stop.body)?.[1];
    if (stop.location !== undefined || proof === undefined) return { asked: false, stop };
    const headers = { ...ours, ...form };
    const payload = formOf({ proof });
    const after = await browser.go('/oidc/logout/confirm', { method: 'POST', headers, payload });
    return { asked: true, stop: after };
  }

  const silentError = async (browser: Browser) =>
    (await authorize({ prompt: 'none' }, { browser })).answer?.get('error');

  return {
    mode,
    open,
    authorize,
    codeIn,
    exchange,
    call,
    verify,
    tokensOf,
    signedIn,
    userinfo,
    claimsFor,
    signOut,
    silentError,
    documentAt,
    /** Received logout tokens, in order. */
    heard: listener.tokens,
    server,
    /**
     * Call before each check. Sets the clock to the real one, which the library reads, and forgets received logout
     * tokens.
     */
    start() {
      world.clock.now = Date.now();
      listener.tokens.length = 0;
    },
    /** Moves the clock forward. */
    pass(ms: number) {
      world.clock.now += ms;
    },
    async close() {
      await world.close();
      await listener.close();
    },
  };
}
