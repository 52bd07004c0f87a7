// Attacks on sessions and requests: fixation, login CSRF, injected cookies, requests carried into another browser.
// References: RFC 6749 §10.12, RFC 9700 §4.7, RFC 6265 §8.6, OpenID Connect Core §3.1.2.2.

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import {
  addOidcApplication,
  portal as application,
  office,
} from '../../support/oidc/applications.ts';
import { type Arena, makeArena } from '../../support/oidc/arena.ts';
import { attemptOf, ended, type Fields, type Party } from '../../support/oidc/raw.ts';
import { addUser } from '../../support/world.ts';

type Browser = ReturnType<typeof createBrowser>;
const cookieName = 'brama_session';

describeOnDatabases('attacks on sessions and requests', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
    await addUser(arena.db, { username: 'mallory', fullName: 'Зловмисник' }, arena.passwordHash);
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  async function pairwiseSubject(browser: Browser, changes: Fields = {}) {
    const attempt = attemptOf(application, changes);
    const { location } = await browser.go(attempt.address);
    const code = new URL(location ?? 'none:').searchParams.get('code');
    if (!code) return undefined;
    const answer = await arena.exchange({ ...attempt, code });
    const [, body = ''] = answer.json().id_token.split('.');
    return JSON.parse(`${Buffer.from(body, 'base64url')}`).sub as string;
  }

  const nameIn = async (browser: Browser) => {
    const answer = await browser.request('/user');
    return answer.statusCode === 200 ? answer.json().fullName : undefined;
  };

  describe('fixation: a cookie from before the sign-in is not valid after it', () => {
    test('an invented cookie', async () => {
      const planted = 'A'.repeat(43);
      const victim = createBrowser(arena.server);
      victim.take(`${cookieName}=${planted}`);
      await victim.go(attemptOf(application).address);
      victim.take(await arena.signIn('o.shevchenko', arena.server, victim.cookies()));
      expect(victim.cookie(cookieName)).not.toBe(planted);
      const attacker = createBrowser(arena.server);
      attacker.take(`${cookieName}=${planted}`);
      expect([await nameIn(attacker), await pairwiseSubject(attacker, { prompt: 'none' })]).toEqual(
        [undefined, undefined],
      );
      expect(await pairwiseSubject(victim)).toBe(arena.olena);
    });

    test.each(['mallory', 'o.shevchenko'])('the cookie of a session of %s', async (username) => {
      const attacker = await arena.signedIn(username);
      const planted = attacker.cookies();
      const victim = createBrowser(arena.server);
      victim.take(planted);
      victim.take(await arena.signIn('o.shevchenko', arena.server, planted));
      expect(victim.cookies()).not.toBe(planted);
      expect([await nameIn(attacker), await pairwiseSubject(attacker, { prompt: 'none' })]).toEqual(
        [undefined, undefined],
      );
      expect(await pairwiseSubject(victim)).toBe(arena.olena);
    });

    test('OpenID Connect endpoints never set a session cookie', async () => {
      const living = (await arena.signedIn()).cookies();
      for (const cookie of ['', `${cookieName}=${'A'.repeat(43)}`, `${cookieName}=`, living]) {
        const { address } = attemptOf(application);
        for (const url of [address, '/oidc/logout', '/oidc/auth/unknown']) {
          const { cookies } = await arena.send({ url, headers: { cookie } });
          expect(cookies.filter(({ name }) => name === cookieName)).toEqual([]);
        }
      }
    });
  });

  // an attacker who can set cookies for a parent domain adds a cookie to the user's own
  test('with two session cookies, all endpoints use the same one', async () => {
    const [one, other] = [await arena.signedIn(), await arena.signedIn('mallory')];
    for (const both of [
      [one, other],
      [other, one],
    ]) {
      const cookie = both.map((browser) => browser.cookies()).join('; ');
      const headers = { cookie };
      const { fullName } = (await arena.send({ url: '/user', headers })).json();
      const attempt = attemptOf(application);
      const { headers: answered } = await arena.send({ url: attempt.address, headers });
      const code = new URL(`${answered.location}`).searchParams.get('code') ?? '';
      const { access_token } = (await arena.exchange({ ...attempt, code })).json();
      expect((await arena.userinfo(access_token)).json().name).toBe(fullName);
    }
  });

  test('with an ended and a live session cookie, /user and authorization requests agree', async () => {
    const living = await arena.signedIn();
    const dead = await arena.signedIn('mallory');
    await arena.post('/api/auth/logout', undefined, { cookie: dead.cookies() });
    for (const cookie of [
      `${dead.cookies()}; ${living.cookies()}`,
      `${living.cookies()}; ${dead.cookies()}`,
    ]) {
      const user = await arena.send({ url: '/user', headers: { cookie } });
      const { address } = attemptOf(application, { prompt: 'none' });
      const answer = await arena.send({ url: address, headers: { cookie } });
      const hasCode = new URL(`${answer.headers.location}`).searchParams.has('code');
      expect(hasCode).toBe(user.statusCode === 200);
    }
  });

  /** Suspends a request in its browser. */
  async function waiting(
    browser = createBrowser(arena.server),
    changes: Fields = {},
    party: Party = application,
  ) {
    const attempt = attemptOf(party, changes);
    const { url } = await browser.go(attempt.address);
    const { search, searchParams } = new URL(url);
    return { browser, attempt, search, id: searchParams.get('request') ?? '' };
  }

  /** Signs a user in whose browser has a suspended request. */
  async function victimOf() {
    const browser = createBrowser(arena.server);
    await browser.go(attemptOf(application).address);
    browser.take(await arena.signIn());
    return browser;
  }

  describe('login CSRF: a browser cannot continue a request from another browser', () => {
    test('by its address in the portal', async () => {
      const { search } = await waiting();
      const victim = await victimOf();
      const stop = await victim.go(`/api/app-redirect${search}`);
      expect(ended(stop)).toBe('page 410 /api/app-redirect');
      // the link of the page starts a new request
      expect(stop.body).toContain(`/api/app-redirect?appId=${application.id}"`);
    });

    test('by its OpenID Connect address, before and after the other browser signs in', async () => {
      const { browser, search, id } = await waiting();
      const victim = await victimOf();
      expect(ended(await victim.go(`/oidc/auth/${id}`))).toBe(`page 410 /oidc/auth/${id}`);
      browser.take(await arena.signIn('mallory'));
      const { headers } = await browser.request(`/api/app-redirect${search}`);
      expect(headers.location).toContain(`http://localhost:3000/oidc/auth/${id}?appId=`);
      expect(ended(await victim.go(`/oidc/auth/${id}`))).toBe(`page 410 /oidc/auth/${id}`);
      expect(ended(await browser.go(`/oidc/auth/${id}`))).toBe('code');
    });

    test('with invented library cookies', async () => {
      const { id } = await waiting();
      const victim = await victimOf();
      for (const name of ['brama_resume', 'brama_interaction']) victim.take(`${name}=${id}`);
      expect(ended(await victim.go(`/oidc/auth/${id}`))).toBe(`page 410 /oidc/auth/${id}`);
    });

    test.each(['guess', 'A'.repeat(43), '%00', "' or 1=1 --"])(
      'by a guessed request id: %j',
      async (guess) => {
        const victim = await victimOf();
        const query = new URLSearchParams({ appId: application.id, request: guess });
        const stop = await victim.go(`/api/app-redirect?${query}`);
        expect(ended(stop)).toBe('page 410 /api/app-redirect');
      },
    );

    test('a request cannot continue with the id of another application', async () => {
      const { browser, id } = await waiting();
      browser.take(await arena.signIn());
      const stop = await browser.go(`/api/app-redirect?appId=${office.id}&request=${id}`);
      expect(stop.status).toBe(410);
    });

    test('the no-access page does not show the request to another browser', async () => {
      const browser = await arena.signedIn();
      const { url } = await browser.go(attemptOf(office).address);
      const { pathname } = new URL(url);
      expect(pathname).toMatch(/^\/oidc\/no-access\//);
      const stop = await (await victimOf()).go(pathname);
      expect([stop.status, stop.location]).toEqual([410, undefined]);
      expect(stop.body).not.toContain('office');
      // nor in a frame (CWE-1021)
      expect((await browser.request(pathname)).headers['x-frame-options']).toBe('DENY');
    });
  });

  test('a suspended request continues only once', async () => {
    const { browser, search, id } = await waiting();
    browser.take(await arena.signIn());
    expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('code');
    expect(ended(await browser.go(`/oidc/auth/${id}`))).toBe(`page 410 /oidc/auth/${id}`);
    expect((await browser.go(`/api/app-redirect${search}`)).status).toBe(410);
  });

  describe('a user other than the requested one gets no code', () => {
    const pair = {
      ...application,
      id: '6d6f7c0e-3d0b-4c57-9c0e-2b1d8a4f5e66',
      callback: 'https://pair.example/callback',
    };
    beforeAll(() =>
      addOidcApplication(arena.db, {
        id: pair.id,
        name: 'pair',
        protocol: {
          metadata: { redirect_uris: [pair.callback], subject_type: 'pairwise' },
          secret: pair.secret,
        },
      }),
    );
    const subjects = [
      ['public', application],
      ['pairwise', pair],
    ] as const;
    const requirements: Fields[] = [{}, { prompt: 'login' }, { max_age: '0' }];
    const all = subjects.flatMap(([kind, party]) =>
      requirements.map((changes) => ({ kind, party, changes })),
    );

    /** The two ways to name a user (OpenID Connect Core §3.1.2.1 and §5.5.1). */
    const named: Record<string, (idToken: string) => Fields> = {
      'a hint': (id_token_hint) => ({ id_token_hint }),
      'a claim': (idToken) => {
        const value = decodeJwt(idToken).sub;
        return { claims: JSON.stringify({ id_token: { sub: { value } } }) };
      },
    };

    test.each(Object.keys(named).flatMap((how) => all.map((one) => ({ how, ...one }))))(
      '$how names Olena and another user signs in: no code, $kind, $changes',
      async ({ how, party, changes }) => {
        const { tokens } = await arena.withTokens(party);
        const { browser, search } = await waiting(
          createBrowser(arena.server),
          { ...changes, ...named[how]?.(tokens.id_token) },
          party,
        );
        arena.clock.now += 1;
        browser.take(await arena.signIn('mallory'));
        const stop = await browser.go(`/api/app-redirect${search}`);
        expect(ended(stop)).toBe('page 200 /uk/');
        arena.clock.now += 1;
        browser.take(await arena.signIn('o.shevchenko', arena.server, browser.cookies()));
        expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('code');
      },
    );

    test.each(subjects)(
      'a hint names Olena and another user has the session: no silent code, %s',
      async (_, party) => {
        const { tokens } = await arena.withTokens(party);
        const hint = { id_token_hint: tokens.id_token, prompt: 'none' };
        const answerFor = async (username: string) =>
          ended(await (await arena.signedIn(username)).go(attemptOf(party, hint).address));
        expect(await answerFor('mallory')).toBe('error login_required');
        expect(await answerFor('o.shevchenko')).toBe('code');
      },
    );
  });

  test('a sign-in posted by another site is rejected', async () => {
    const mallorys = await arena.post('/api/auth', {
      username: 'mallory',
      password: 'correct horse battery staple',
    });
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const answer = await arena.post('/api/auth/internal', mallorys.json(), foreign);
    expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
  });
});
