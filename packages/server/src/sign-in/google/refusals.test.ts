// Refusals of Google sign-ins: responses that do not belong to an attempt of this browser, and invalid tokens. The
// client receives the same response each time; the log has the reason.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import {
  clientId,
  issuer,
  type Person,
  type TokenOptions,
} from '../../../test/support/google/issuer.ts';
import {
  type GoogleWorld,
  makeGoogleWorld,
  ofPage,
  olena,
} from '../../../test/support/google/world.ts';

describeOnDatabases('rejected Google sign-ins', (kind) => {
  let world: GoogleWorld;
  beforeAll(async () => {
    world = await makeGoogleWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.lines.length = 0;
    world.google.asked.length = 0;
  });

  type Browser = ReturnType<GoogleWorld['createBrowser']>;
  type AuthorizationResponse = Awaited<ReturnType<Browser['finish']>>;

  async function expectRefused(answer: AuthorizationResponse, browser: Browser, reason: string) {
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'google.failed']);
    expect(Object.keys(answer.json().error).sort()).toEqual(['code', 'requestId']);
    expect(await browser.isSignedIn()).toBe(false);
    expect(world.told().map((one) => one.reason)).toEqual([reason]);
  }
  const wasExchanged = () => world.google.asked.includes('/token');

  describe('the state', () => {
    test('with a MAC of another installation is rejected', async () => {
      const browser = world.createBrowser();
      const returned = world.google.choose(await browser.begin(), olena);
      const [text] = returned.state.split('.');
      const state = `${text}.${Buffer.alloc(32).toString('base64url')}`;
      await expectRefused(await browser.finish({ ...returned, state }), browser, 'state-altered');
      expect(wasExchanged()).toBe(false);
      expect(browser.attempts(), 'the attempt itself goes on').toHaveLength(1);
      expect((await browser.finish(returned)).statusCode).toBe(200);
    });

    test('with an altered payload and a genuine MAC is rejected', async () => {
      const browser = world.createBrowser();
      const returned = world.google.choose(await browser.begin('?appId=7'), olena);
      const [text = '', mac] = returned.state.split('.');
      const told = JSON.parse(Buffer.from(text, 'base64url').toString());
      const other = Buffer.from(JSON.stringify({ ...told, purpose: 'link' })).toString('base64url');
      const state = `${other}.${mac}`;
      await expectRefused(await browser.finish({ ...returned, state }), browser, 'state-altered');
    });

    test.each(['', '.', 'a.b', 'a.b.c', '%'])(
      'that is missing or malformed is rejected: %j',
      async (state) => {
        const browser = world.createBrowser();
        const { code } = world.google.choose(await browser.begin(), olena);
        const reason = state === '' ? 'state-missing' : 'state-altered';
        await expectRefused(await browser.finish({ code, state }), browser, reason);
      },
    );

    test('that was already used is rejected', async () => {
      const browser = world.createBrowser();
      const kept = { ...world.google.choose(await browser.begin(), olena) };
      const cookie = browser.cookie();
      expect((await browser.finish(kept)).statusCode).toBe(200);
      const thief = world.createBrowser(cookie);
      world.lines.length = 0;
      world.google.asked.length = 0;
      await expectRefused(await thief.finish(kept), thief, 'attempt-used');
      expect(wasExchanged()).toBe(false);
    });

    test('sent several times concurrently is accepted once', { tags: 'race' }, async () => {
      const browser = world.createBrowser();
      const returned = world.google.choose(await browser.begin(), olena);
      const cookie = browser.cookie();
      const handleCallback = await Promise.all(
        Array.from({ length: 8 }, () => world.createBrowser(cookie).finish(returned)),
      );
      expect(handleCallback.map(({ statusCode }) => statusCode).sort()).toEqual([
        200,
        ...Array(7).fill(401),
      ]);
      expect(world.google.asked.filter((path) => path === '/token')).toHaveLength(1);
    });

    test('of another attempt of the same browser is rejected', async () => {
      const browser = world.createBrowser();
      const first = world.google.choose(await browser.begin(), olena);
      const second = world.google.choose(await browser.begin(), olena);
      const mixed = { ...first, state: second.state };
      await expectRefused(await browser.finish(mixed), browser, 'exchange-failed');
    });
  });

  describe('the browser', () => {
    test('another browser with the code and the state is rejected', async () => {
      const victim = world.createBrowser();
      const returned = world.google.choose(await victim.begin(), olena);
      const thief = world.createBrowser();
      await expectRefused(await thief.finish(returned), thief, 'other-browser');
      expect(wasExchanged()).toBe(false);
      expect((await victim.finish(returned)).statusCode, 'the attempt is not spoilt').toBe(200);
    });

    test('another browser with its own attempt is rejected', async () => {
      const victim = world.createBrowser();
      const attacker = world.createBrowser();
      await victim.begin();
      const returned = world.google.choose(await attacker.begin(), olena);
      await expectRefused(await victim.finish(returned), victim, 'other-browser');
    });

    test('a response after ten minutes is rejected', async () => {
      const browser = world.createBrowser();
      const address = await browser.begin();
      world.clock.now += 600_000;
      const returned = world.google.choose(address, olena);
      await expectRefused(await browser.finish(returned), browser, 'attempt-expired');
      expect(wasExchanged()).toBe(false);
    });

    test('a response to a deleted attempt is rejected', async () => {
      const browser = world.createBrowser();
      const returned = world.google.choose(await browser.begin(), olena);
      await world.db.deleteFrom('google_attempts').execute();
      await expectRefused(await browser.finish(returned), browser, 'attempt-unknown');
    });

    test.each([
      ['a navigation', { ...ofPage, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
      ['another site', { ...ofPage, 'sec-fetch-site': 'cross-site' }],
      ['a neighbour', { ...ofPage, 'sec-fetch-site': 'same-site' }],
      ['typed by hand', { ...ofPage, 'sec-fetch-site': 'none' }],
      [
        'a picture of our page',
        { ...ofPage, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      ],
      ['a browser that tells nothing', {}],
      ['our origin without fetch metadata', { origin: 'http://localhost:3000' }],
    ])('%s: the request is rejected and the attempt remains valid', async (_, headers) => {
      const browser = world.createBrowser();
      const returned = world.google.choose(await browser.begin(), olena);
      const answer = await browser.finish(returned, headers as Record<string, string>);
      // a browser that navigates receives a page instead
      expect(answer.statusCode).toBe(403);
      expect(answer.cookies).toEqual([]);
      expect((await browser.finish(returned)).statusCode).toBe(200);
    });

    test('a HEAD request is rejected and the attempt remains valid', async () => {
      const browser = world.createBrowser();
      const returned = world.google.choose(await browser.begin(), olena);
      const url = `/google/auth?${new URLSearchParams(returned)}`;
      const headers = { ...ofPage, cookie: browser.cookie() };
      expect((await world.server.inject({ method: 'HEAD', url, headers })).statusCode).toBe(405);
      expect((await browser.finish(returned)).statusCode).toBe(200);
    });

    test.each([{}, { code: '' }, { code: '', state: 'a.b' }])(
      'a response without a code is rejected: %j',
      async (returned) => {
        const answer = await world.createBrowser().finish(returned as Record<string, string>);
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'google.code-missing']);
      },
    );

    test('a response without a code clears the cookie of its attempt', async () => {
      const browser = world.createBrowser();
      const { state } = world.google.choose(await browser.begin(), olena);
      expect((await browser.finish({ state })).statusCode).toBe(400);
      expect(browser.attempts()).toEqual([]);
    });
  });

  describe('the response of Google', () => {
    const hour = 3600;
    const seconds = () => Math.floor(world.clock.now / 1000);
    const tokens: [string, () => TokenOptions, string][] = [
      ['nonce of another attempt', () => ({ claims: { nonce: 'x' } }), 'token-refused'],
      ['no nonce', () => ({ claims: { nonce: undefined } }), 'token-refused'],
      ['audience is another application', () => ({ claims: { aud: 'x' } }), 'token-refused'],
      [
        'two audiences, made out to the other',
        () => ({ claims: { aud: [clientId, 'x'], azp: 'x' } }),
        'token-refused',
      ],
      [
        'made out to another application, though we are the audience',
        () => ({ claims: { azp: 'x' } }),
        'token-refused',
      ],
      ['made out to no text', () => ({ claims: { azp: [clientId] } }), 'token-refused'],
      ['another issuer', () => ({ claims: { iss: `${issuer}.evil` } }), 'token-refused'],
      ['over', () => ({ claims: { exp: seconds() - 11 } }), 'token-refused'],
      ['without an end', () => ({ claims: { exp: undefined } }), 'token-refused'],
      ['made before the attempt', () => ({ claims: { iat: seconds() - hour } }), 'token-refused'],
      ['made in the future', () => ({ claims: { iat: seconds() + 60 } }), 'token-refused'],
      ['not signed', () => ({ alg: 'none' }), 'token-refused'],
      ['signed with our own secret', () => ({ alg: 'HS256' }), 'token-refused'],
      ['signed by a stranger', () => ({ key: world.google.strangerKey() }), 'token-refused'],
      ['signed with a key nobody has seen', () => ({ kid: 'unseen' }), 'token-refused'],
      ['no subject', () => ({ claims: { sub: undefined } }), 'token-refused'],
      ['a subject no database takes', () => ({ claims: { sub: 'a\0b' } }), 'token-refused'],
      [
        'an address no database takes',
        () => ({ claims: { email: 'a\0@campus.example' } }),
        'token-refused',
      ],
    ];
    test.each(tokens)('with an invalid ID token is rejected: %s', async (_, options, reason) => {
      const browser = world.createBrowser();
      await expectRefused(await browser.signIn(olena, options()), browser, reason);
    });

    test('with azp equal to the client id, or without azp, is accepted', async () => {
      for (const azp of [clientId, undefined]) {
        const answer = await world.createBrowser().signIn(olena, { claims: { azp } });
        expect(answer.statusCode).toBe(200);
      }
    });

    test('with exp or iat within the clock tolerance is accepted', async () => {
      for (const claims of [{ exp: seconds() - 8 }, { iat: seconds() + 8 }])
        expect((await world.createBrowser().signIn(olena, { claims })).statusCode).toBe(200);
    });

    const people: [string, Partial<Person>, string][] = [
      ['of a foreign domain', { hd: 'another.example' }, 'domain-foreign'],
      ['of a domain that only begins like ours', { hd: 'campus.example.evil' }, 'domain-foreign'],
      ['of no domain', { hd: undefined } as unknown as Person, 'domain-foreign'],
      ['with an unverified address', { email_verified: false }, 'email-unverified'],
      [
        'with an address of which nothing is said',
        { email_verified: undefined },
        'email-unverified',
      ],
      ['without an address', { email: undefined } as unknown as Person, 'email-unverified'],
    ];
    test.each(people)('for an account %s is rejected', async (_, changes, reason) => {
      const browser = world.createBrowser();
      await expectRefused(await browser.signIn({ ...olena, ...changes }), browser, reason);
    });

    test('with the domain in another letter case is accepted', async () => {
      const answer = await world.createBrowser().signIn({ ...olena, hd: 'Campus.Example' });
      expect(answer.statusCode).toBe(200);
    });

    test.each([
      ['names another issuer', 'https://other.example'],
      ['names none, though it always does', undefined],
    ])('is rejected if it %s', async (_, iss) => {
      const browser = world.createBrowser();
      const { code, state } = world.google.choose(await browser.begin(), olena);
      const answer = await browser.finish({ code, state, ...(iss && { iss }) });
      await expectRefused(answer, browser, 'token-refused');
      expect(wasExchanged()).toBe(false);
    });

    test('with an unknown code is rejected', async () => {
      const browser = world.createBrowser();
      const returned = world.google.choose(await browser.begin(), olena);
      await expectRefused(
        await browser.finish({ ...returned, code: 'x' }),
        browser,
        'exchange-failed',
      );
      expect(browser.attempts()).toEqual([]);
    });
  });
});
