// Requests that third-party pages can make a browser send: forms, simple requests, links with a method in a header or
// a field. No such request signs a user in or out, or changes anything (CWE-352).

import { paths } from '@brama/contract/paths';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeGoogleWorld } from '../support/google/world.ts';
import { addOidcApplications } from '../support/oidc/applications.ts';
import { password, type World } from '../support/world.ts';

const changing = [
  '/uk/',
  '/en/',
  paths.signIn,
  paths.startSession,
  paths.signOut,
  paths.pageErrors,
  paths.sandboxTicket,
  paths.password,
  paths.endAccess,
  paths.endSession,
  paths.endOtherSessions,
  '/oidc/logout/confirm',
  '/device/code',
  '/device',
  paths.googleAuth,
  '/oidc/consent/x',
];

const strangers: Record<string, Record<string, string>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a subdomain': { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:3000' },
  'another port': { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3001' },
  'a sandboxed frame': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'a liar about its origin': { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
  'the address bar': { 'sec-fetch-site': 'none' },
  'an old browser': { origin: 'https://evil.example', referer: 'http://localhost:3000/uk/' },
  'an old browser that says little': { referer: 'http://localhost:3000/uk/' },
  'two opinions': { 'sec-fetch-site': 'same-origin, cross-site', origin: 'https://evil.example' },
  'another scheme': { origin: 'https://localhost:3000' },
};

const json = JSON.stringify({ username: 'o.shevchenko', password, sessionId: 'x' });
/** All content types that need no preflight (Fetch, CORS-safelisted), and one that does. */
const bodies: [type: string, body: string][] = [
  ['application/x-www-form-urlencoded', `username=o.shevchenko&password=${password}`],
  ['text/plain', json],
  ['text/plain; application/json', json],
  [
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--`,
  ],
  ['application/json', json],
];

describe('cross-site requests', () => {
  let world: World;
  let session: string;
  beforeAll(async () => {
    world = await makeGoogleWorld('sqlite');
    await addOidcApplications(world.db);
  });
  beforeEach(async () => {
    session = await world.signIn();
  });
  afterAll(() => world.close());

  const isSignedIn = async () =>
    (await world.send({ url: '/user', headers: { cookie: session } })).statusCode === 200;
  const sessions = async () =>
    (await world.db.selectFrom('sessions').select('uid').execute()).length;

  test.each(Object.keys(strangers))('from %s are rejected without any effect', async (who) => {
    const before = { sessions: await sessions(), ...world.counts };
    const wrong: unknown[] = [];
    for (const url of changing)
      for (const [type, payload] of bodies) {
        const { statusCode, cookies } = await world.send({
          method: 'POST',
          url,
          headers: { ...strangers[who], 'content-type': type, cookie: session },
          payload,
        });
        if (statusCode !== 403 || cookies.length > 0) wrong.push([url, type, statusCode, cookies]);
      }
    expect(wrong).toEqual([]);
    expect({ sessions: await sessions(), ...world.counts }).toEqual(before);
    expect(await isSignedIn()).toBe(true);
  });

  test('each endpoint accepts only its own content type, even for same-origin requests', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    const send = (url: string, type: string, payload: string) =>
      world.send({ method: 'POST', url, headers: { ...own, 'content-type': type }, payload });
    for (const [type, payload] of bodies.slice(0, 4))
      expect((await send(paths.signIn, type, payload)).statusCode, type).toBe(415);
    for (const [type, payload] of bodies.slice(1))
      expect((await send('/uk/', type, payload)).statusCode, type).toBe(415);
  });

  describe('method overrides in headers and queries', () => {
    const names = [
      'x-http-method-override',
      'x-http-method',
      'x-method-override',
      'x-original-method',
    ];
    const all = (method: string) => Object.fromEntries(names.map((name) => [name, method]));

    test('do not turn GET into POST', async () => {
      for (const url of [
        ...changing,
        '/api/auth/logout?_method=POST',
        '/api/auth/logout?_method=DELETE',
      ]) {
        const { statusCode, cookies } = await world.send({
          url,
          headers: { ...all('POST'), cookie: session, 'sec-fetch-site': 'cross-site' },
        });
        expect(statusCode, url).not.toBe(500);
        expect(
          cookies.filter(({ name }) => name === 'brama_session'),
          url,
        ).toEqual([]);
      }
      expect(await isSignedIn()).toBe(true);
    });

    test('do not exempt POST from the origin check', async () => {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const { statusCode } = await world.send({
          method: 'POST',
          url: `${paths.signOut}?_method=${method}`,
          headers: { ...all(method), ...strangers['another site'], cookie: session },
        });
        expect(statusCode, method).toBe(403);
      }
      expect(await isSignedIn()).toBe(true);
    });

    test('HEAD and OPTIONS have no effect', async () => {
      for (const url of changing)
        for (const method of ['HEAD', 'OPTIONS'] as const) {
          const headers = { cookie: session, ...strangers['another site'] };
          const { cookies } = await world.send({ method, url, headers });
          expect(
            cookies.filter(({ name }) => name !== 'i18next'),
            `${method} ${url}`,
          ).toEqual([]);
        }
      expect(await isSignedIn()).toBe(true);
    });
  });
});
