// Pushed authorization requests (RFC 9126): used twice, by another client, late, or changed.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { describeOnDatabases } from '../../support/databases.ts';
import { addOidcApplication, portal as application } from '../../support/oidc/applications.ts';
import { type Arena, archive, makeArena, notes } from '../../support/oidc/arena.ts';
import {
  attemptOf,
  basicOf,
  ended,
  type Fields,
  formOf,
  type Party,
  said,
} from '../../support/oidc/raw.ts';

const strict = {
  id: '3d5cf1a8-6a39-4f35-8f1c-2d2b5a0b7c44',
  secret: 'U3Ryb2hvIGkgbGlzaGUgY2hlcmV6IHBvc2h0b3Z5IDEx',
  callback: 'https://strict.example/callback',
};

describeOnDatabases('pushed authorization requests', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
    await addOidcApplication(arena.db, {
      id: strict.id,
      name: 'strict',
      protocol: {
        metadata: {
          redirect_uris: [strict.callback],
          require_pushed_authorization_requests: true,
        },
        secret: strict.secret,
      },
    });
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => arena.close());

  function push(changes: Fields = {}, party: Party = application, headers = basicOf(party)) {
    const { fields } = attemptOf(party, changes);
    return arena.call('/oidc/par', fields, headers);
  }

  /** Returns the address with a pushed request. */
  async function pushed(changes: Fields = {}, party = application) {
    const answer = await push(changes, party);
    const { request_uri } = answer.json<{ request_uri: string }>();
    return addressOf(party.id, request_uri);
  }

  const addressOf = (client_id: string, request_uri: string, more: Fields = {}) =>
    `/oidc/auth?${formOf({ client_id, request_uri, ...more })}`;

  const later = (seconds: number) => {
    arena.clock.now += seconds * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: arena.clock.now });
  };

  test('a second use gets no code', async () => {
    const address = await pushed();
    const browser = await arena.signedIn();
    expect(ended(await browser.go(address))).toBe('code');
    expect(ended(await browser.go(address))).toBe('page 400 /oidc/auth');
    expect(ended(await (await arena.signedIn()).go(address))).toBe('page 400 /oidc/auth');
  });

  test('concurrent uses get one code', { tags: 'race' }, async () => {
    const address = await pushed();
    const browsers = [await arena.signedIn(), await arena.signedIn(), await arena.signedIn()];
    const ends = await Promise.all(browsers.map((browser) => browser.go(address)));
    expect(ends.filter(({ location }) => location?.includes('code='))).toHaveLength(1);
  });

  test('two tabs that wait for a sign-in longer than a minute get one code', async () => {
    const address = await pushed({ prompt: 'login' });
    const browser = await arena.signedIn();
    const tabs = [await browser.go(address), await browser.go(address)];
    later(90);
    browser.take(await arena.signIn('o.shevchenko', arena.server, browser.cookies()));
    const ends: string[] = [];
    for (const { url } of tabs)
      ends.push(ended(await browser.go(`/api/app-redirect${new URL(url).search}`)));
    expect(ends.filter((end) => end === 'code')).toHaveLength(1);
  });

  test('another application is rejected, and the owner can still use the request', async () => {
    const address = await pushed();
    const taken = address.replace(application.id, archive.id);
    const browser = await arena.signedIn();
    expect(ended(await browser.go(taken))).not.toBe('code');
    expect(ended(await browser.go(address))).toBe('code');
  });

  test('a request expires after a minute', async () => {
    const address = await pushed();
    later(61);
    expect(ended(await (await arena.signedIn()).go(address))).not.toBe('code');
  });

  test.each(['x', 'A'.repeat(43), '%00', '../../etc/passwd'])(
    'a guessed request URI is rejected: %s',
    async (guess) => {
      const address = addressOf(application.id, `urn:ietf:params:oauth:request_uri:${guess}`);
      expect(ended(await (await arena.signedIn()).go(address))).toBe('page 400 /oidc/auth');
    },
  );

  test('other parameters in the URL are ignored', async () => {
    const address = await pushed();
    const more = formOf({ redirect_uri: 'https://evil.example/', scope: 'openid email' });
    const { location = '' } = await (await arena.signedIn()).go(`${address}&${more}`);
    expect(location).toContain(`${application.callback}?code=`);
  });

  test.each<[string, Fields, Record<string, string>, string]>([
    ['with nobody’s name', { client_id: undefined }, {}, '400 invalid_request'],
    ['with a guessed secret', {}, basicOf({ ...application, secret: 'x' }), '401 invalid_client'],
    [
      'for another application',
      { client_id: archive.id },
      basicOf(application),
      '400 invalid_request',
    ],
    [
      'with an address that is not registered',
      { redirect_uri: 'https://evil.example/' },
      basicOf(application),
      '400 invalid_request',
    ],
    [
      'with another pushed request inside',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      basicOf(application),
      '400 request_uri_not_supported',
    ],
    [
      'without a code challenge',
      { code_challenge: undefined, code_challenge_method: undefined },
      basicOf(application),
      '400 invalid_request',
    ],
  ])('a request pushed %s is rejected', async (_how, changes, headers, error) => {
    expect(said(await push(changes, application, headers))).toBe(error);
  });

  test('an application that requires them cannot send plain requests', async () => {
    const browser = await arena.signedIn();
    expect(ended(await browser.go(attemptOf(strict).address))).toBe('error invalid_request');
    expect(ended(await browser.go(await pushed({}, strict)))).toBe('code');
  });

  test('the stored request is encrypted', async () => {
    await pushed({ login_hint: 'o.shevchenko', state: 'state-of-a-request' });
    const rows = await arena.db
      .selectFrom('oidc_tokens')
      .select('payload')
      .where('model', '=', 'PushedAuthorizationRequest')
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    const everything = JSON.stringify(rows);
    const jwtPart = Buffer.from('{"client_id').toString('base64url').slice(0, 12);
    for (const text of ['o.shevchenko', 'state-of-a-request', application.callback, jwtPart])
      expect(everything).not.toContain(text);
  });

  test.each([17_000, 70_000])(
    'a request that is too large is rejected: %d characters',
    async (length) => {
      expect(said(await push({ state: 'x'.repeat(length) }))).toBe('400 invalid_request');
    },
  );

  test('an unused request of a public client is stored for two minutes', async () => {
    await arena.db.deleteFrom('oidc_tokens').execute();
    await push({ client_id: notes.id, redirect_uri: notes.callback }, notes, {});
    const rows = await arena.db.selectFrom('oidc_tokens').select('expires_at').execute();
    expect(rows.map((row) => Number(row.expires_at))).toEqual([arena.clock.now + 120_000]);
  });

  test('a request used in time continues after a sign-in of half an hour', async () => {
    const browser = await arena.signedIn();
    const { url } = await browser.go(await pushed({ prompt: 'login' }));
    later(1800);
    browser.take(await arena.signIn('o.shevchenko', arena.server, browser.cookies()));
    expect(ended(await browser.go(`/api/app-redirect${new URL(url).search}`))).toBe('code');
  });
});
