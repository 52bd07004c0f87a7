// Malformed requests: mixed up, repeated, oversized, or with tokens in the wrong place (RFC 9207,
// RFC 6749 §3.1 and §10, RFC 6750 §2 and §5).

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { portal as application, office } from '../../support/oidc/applications.ts';
import { type Arena, archive, issuer, makeArena } from '../../support/oidc/arena.ts';
import {
  attemptOf,
  basicOf,
  ended,
  type Fields,
  form,
  formOf,
  said,
} from '../../support/oidc/raw.ts';

type Browser = ReturnType<typeof createBrowser>;

const claimsIn = (jwt: string) =>
  JSON.parse(`${Buffer.from(jwt.split('.')[1] ?? '', 'base64url')}`);

describe('malformed and manipulated requests', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena('sqlite');
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const answerTo = async (changes: Fields, party = application) =>
    (await arena.signedIn()).go(attemptOf(party, changes).address);

  describe('mix-up: every response names its issuer', () => {
    test.each<[string, Fields, typeof application]>([
      ['a code', {}, application],
      ['an error', { scope: 'openid tax_id' }, application],
      ['a refusal without a page', { prompt: 'none' }, office],
    ])('the response with %s contains the issuer', async (_, changes, party) => {
      const { location } = await answerTo(changes, party);
      const { origin, searchParams } = new URL(location ?? '');
      expect([origin, searchParams.getAll('iss')]).toEqual([
        new URL(party.callback).origin,
        [issuer],
      ]);
    });

    test('the error response after the no-access page contains the issuer', async () => {
      const browser = await arena.signedIn();
      const { body } = await browser.go(attemptOf(office).address);
      const { location } = await browser.go(/href="([^"]+)"/.exec(body)?.[1] ?? '');
      expect(new URL(location ?? '').searchParams.get('iss')).toBe(issuer);
    });

    test('an ID token names its issuer, its audience and the nonce of the request', async () => {
      const nonce = 'nonce-of-this-request';
      const given = await arena.withCode(application, { nonce });
      const { id_token } = (await arena.exchange(given)).json();
      const claims = claimsIn(id_token);
      expect(claims).toMatchObject({ iss: issuer, aud: application.id, nonce });
      expect(claims).not.toHaveProperty('azp');
    });

    test('the response contains exactly one state, the one of the request', async () => {
      const { location } = await answerTo({ state: 'mine' });
      expect(new URL(location ?? '').searchParams.getAll('state')).toEqual(['mine']);
    });
  });

  describe('repeated parameters (RFC 6749 §3.1)', () => {
    test.each([
      'client_id',
      'response_type',
      'scope',
      'state',
      'nonce',
      'prompt',
      'code_challenge',
      'code_challenge_method',
      'response_mode',
      'max_age',
      'login_hint',
    ])('a request that repeats %s gets no code, whichever value is correct', async (name) => {
      const sound: Fields = {
        prompt: 'none',
        response_mode: 'query',
        max_age: '600',
        ...Object.fromEntries(new URL(attemptOf(application).address, issuer).searchParams),
      };
      const right = `${sound[name] ?? 'x'}`;
      for (const value of [
        [right, right],
        [right, 'other'],
        ['other', right],
      ])
        expect(ended(await answerTo({ [name]: value }))).not.toBe('code');
    });

    test.each(['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id'])(
      'a token request that repeats %s gets no tokens',
      async (name) => {
        const given = await arena.withCode();
        const sound: Fields = {
          grant_type: 'authorization_code',
          code: given.code,
          redirect_uri: application.callback,
          code_verifier: given.verifier,
          client_id: application.id,
        };
        const right = `${sound[name]}`;
        const answer = await arena.exchange(given, { ...sound, [name]: [right, right] });
        expect(said(answer)).toBe('400 invalid_request');
      },
    );

    test('a posted form with a repeated parameter is rejected like a query', async () => {
      const { address } = attemptOf(application, { state: ['a', 'b'] });
      const { pathname, search } = new URL(address, issuer);
      const posted = await arena.send({
        method: 'POST',
        url: pathname,
        headers: form,
        payload: search.slice(1),
      });
      const stop = await (await arena.signedIn()).go(`${posted.headers.location}`);
      expect(ended(stop)).toBe('error invalid_request');
    });
  });

  // only the code flow (RFC 9700 §2.1.2); no request object that hides parameters (RFC 9101)
  test.each<[Fields, string]>([
    [{ response_type: 'token' }, 'fragment unsupported_response_type'],
    [{ response_type: 'id_token' }, 'fragment unsupported_response_type'],
    [{ response_type: 'code id_token' }, 'fragment unsupported_response_type'],
    [{ response_type: 'code token' }, 'fragment unsupported_response_type'],
    [{ response_type: 'code id_token token' }, 'fragment unsupported_response_type'],
    [{ response_type: 'none' }, 'error unsupported_response_type'],
    [{ response_type: 'code code' }, 'error unsupported_response_type'],
    [{ response_type: 'token', response_mode: 'query' }, 'error unsupported_response_type'],
    [{ response_type: undefined }, 'error invalid_request'],
    [{ request: 'eyJhbGciOiJub25lIn0.e30.' }, 'error invalid_request_object'],
    [{ request_uri: 'https://evil.example/request.jwt' }, 'error request_uri_not_supported'],
    [{ request_uri: 'http://169.254.169.254/latest' }, 'error request_uri_not_supported'],
    [{ request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'error invalid_request_uri'],
    [{ registration: '{}' }, 'error registration_not_supported'],
    [{ scope: 'openid tax_id' }, 'error invalid_scope'],
    [{ scope: 'openid\nprofile' }, 'error invalid_scope'],
    [{ scope: 'openid "profile"' }, 'error invalid_scope'],
    [{ prompt: 'none login' }, 'error invalid_request'],
    [{ prompt: 'nonsense' }, 'error invalid_request'],
    [{ max_age: '-1' }, 'error invalid_request'],
    [{ max_age: '1e99' }, 'error invalid_request'],
    [{ id_token_hint: 'a.b.c' }, 'error invalid_request'],
  ])('%j is rejected', async (changes, error) => {
    const { location, ...stop } = await answerTo(changes);
    expect(ended({ location, ...stop })).toBe(error);
    expect(location).not.toMatch(/code=|token=/);
  });

  test.each(['web_message', 'jwt', 'query.jwt', 'form_post.jwt', 'nonsense', 'Query'])(
    'response_mode %s is rejected',
    async (response_mode) => {
      expect(ended(await answerTo({ response_mode }))).toBe('error unsupported_response_mode');
    },
  );

  test('response_mode fragment is rejected, because page scripts can read fragments', async () => {
    expect(ended(await answerTo({ response_mode: 'fragment' }))).toBe('fragment invalid_request');
  });

  describe('HEAD requests start nothing and consume nothing', () => {
    const countOf = async (table: 'suspended_requests' | 'oidc_tokens') =>
      (await arena.db.selectFrom(table).select('id_hash').execute()).length;
    const counts = async () => [await countOf('suspended_requests'), await countOf('oidc_tokens')];
    const expectRefused = async (browser: Browser, address: string) => {
      const before = await counts();
      const { statusCode, headers } = await browser.request(address, { method: 'HEAD' });
      expect([statusCode, headers.location]).toEqual([405, undefined]);
      expect(await counts()).toEqual(before);
    };

    test('of an authorization request with a session and without one', async () => {
      for (const browser of [await arena.signedIn(), createBrowser(arena.server)])
        await expectRefused(browser, attemptOf(application).address);
    });

    test('of a stored long request and of a suspended request', async () => {
      const browser = createBrowser(arena.server);
      const { fields } = attemptOf(application, { state: 'x'.repeat(6000) });
      const { headers } = await browser.request('/oidc/auth', {
        method: 'POST',
        headers: form,
        payload: formOf(fields),
      });
      await expectRefused(browser, `${headers.location}`);
      const { url } = await browser.go(`${headers.location}`);
      const { search, searchParams } = new URL(url);
      browser.take(await arena.signIn());
      await browser.request(`/api/app-redirect${search}`);
      const waiting = `/oidc/auth/${searchParams.get('request')}`;
      await expectRefused(browser, waiting);
      expect(ended(await browser.go(waiting))).toBe('code');
    });
  });

  test.each([
    '/oidc/%61uth',
    '/oidc/auth/%61',
    '/oidc/l%6Fgout',
    '/oidc/user%69nfo',
    '/oidc/jwk%73',
  ])('a percent-encoded spelling of an address is not found: %s', async (url) => {
    const answer = await arena.send({ url, headers: { accept: 'text/html' } });
    expect(said(answer)).toBe('404 request.not-found');
  });

  test('unknown and repeated scopes grant nothing more', async () => {
    const given = await arena.withCode(application, { scope: 'openid openid admin root email' });
    const { scope, access_token } = (await arena.exchange(given)).json();
    expect(scope).toBe('openid email');
    expect(Object.keys((await arena.userinfo(access_token)).json())).toEqual([
      'sub',
      'email',
      'email_verified',
    ]);
  });

  // `claims` must not bypass the scopes of the record
  test('the claims parameter returns claims that the scopes of the record permit', async () => {
    const claims = JSON.stringify({
      userinfo: { tax_id: null, email: null },
      id_token: { name: null },
    });
    const given = await arena.withCode(application, { scope: 'openid', claims });
    const { access_token, id_token } = (await arena.exchange(given)).json();
    expect((await arena.userinfo(access_token)).json()).toEqual({
      sub: arena.olena,
      email: 'O.Shevchenko@campus.example',
    });
    expect(claimsIn(id_token)).toMatchObject({ name: 'Шевченко Олена' });
  });

  test('the claims parameter returns no claims outside the scopes of the record', async () => {
    const asked = { groups: null, student_id: null, email: null };
    const claims = JSON.stringify({ userinfo: asked, id_token: asked });
    const given = await arena.withCode(archive, { scope: 'openid', claims });
    const { access_token, id_token } = (await arena.exchange(given)).json();
    const email = 'O.Shevchenko@campus.example';
    expect((await arena.userinfo(access_token)).json()).toEqual({ sub: arena.olena, email });
    const told = claimsIn(id_token);
    expect(told).toMatchObject({ email });
    for (const name of ['groups', 'student_id']) expect(told).not.toHaveProperty(name);
  });

  // CWE-93
  test.each([
    'a\r\nset-cookie: evil=1',
    'a\nlocation: https://evil.example',
    'a\0b',
    'я'.repeat(500),
  ])('a state with special characters is returned unchanged: %j', async (state) => {
    const browser = await arena.signedIn();
    const answer = await browser.request(attemptOf(application, { state }).address);
    const location = `${answer.headers.location}`;
    expect(location).toMatch(/^[\x21-\x7e]+$/);
    expect(new URL(location).searchParams.get('state')).toBe(state);
    expect(browser.cookie('evil')).toBeUndefined();
  });

  describe('oversized requests', () => {
    test.each<[string, Fields]>([
      ['a state', { state: 'x'.repeat(100_000) }],
      [
        'a thousand parameters',
        Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`p${n}`, 'x'])),
      ],
    ])('%s: the request is rejected and nothing is stored', async (_, changes) => {
      const count = async () =>
        (await arena.db.selectFrom('oidc_tokens').select('id_hash').execute()).length;
      const before = await count();
      const { address } = attemptOf(application, changes);
      const { pathname, search } = new URL(address, issuer);
      const posted = await arena.send({
        method: 'POST',
        url: pathname,
        headers: form,
        payload: search.slice(1),
      });
      expect(posted.statusCode).toBe(413);
      expect(await count()).toBe(before);
    });

    test('a form of a user above the limit is rejected', async () => {
      const type = async (length: number) => {
        const headers = { ...form, 'sec-fetch-site': 'same-origin' };
        const payload = formOf({ user_code: 'x'.repeat(length) });
        const url = '/device/code';
        return (await arena.send({ method: 'POST', url, headers, payload })).statusCode;
      };
      expect(await type(57 * 1024)).toBe(413);
      expect(await type(50 * 1024)).not.toBe(413);
    });

    test.each(['/oidc/introspect', '/oidc/revoke'])(
      'an oversized or non-form body at %s is rejected',
      async (url) => {
        const answer = await arena.call(url, { token: 'x'.repeat(70_000) });
        expect(answer.statusCode).toBe(400);
        const json = await arena.send({
          method: 'POST',
          url,
          headers: { ...basicOf(application), 'content-type': 'application/json' },
          payload: JSON.stringify({ token: 'x' }),
        });
        expect(said(json)).toBe('400 invalid_request');
      },
    );
  });

  describe('access tokens (RFC 6750)', () => {
    test('an access token in the query is rejected, because logs would contain it', async () => {
      const { tokens } = await arena.withTokens();
      const query = formOf({ access_token: tokens.access_token });
      expect(said(await arena.send({ url: `/oidc/userinfo?${query}` }))).toBe(
        '400 invalid_request',
      );
    });

    test('an access token sent in two ways at once is rejected', async () => {
      const { tokens } = await arena.withTokens();
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const answer = await arena.call(
        '/oidc/userinfo',
        { access_token: tokens.access_token },
        headers,
      );
      expect(said(answer)).toBe('400 invalid_request');
    });

    test('codes, refresh tokens, ID tokens and cookies are not accepted as access tokens', async () => {
      const unused = await arena.withCode();
      const { tokens, browser } = await arena.withTokens();
      const others = [unused.code, tokens.refresh_token, tokens.id_token, 'x', 'null'];
      for (const token of [...others, browser.cookie('brama_session') ?? ''])
        expect(said(await arena.userinfo(token))).toBe('401 invalid_token');
      const withCookie = { url: '/oidc/userinfo', headers: { cookie: browser.cookies() } };
      expect((await arena.send(withCookie)).statusCode).toBeGreaterThanOrEqual(400);
      const basic = await arena.send({ url: '/oidc/userinfo', headers: basicOf(application) });
      expect(said(basic)).toBe('400 invalid_request');
    });
  });
});
