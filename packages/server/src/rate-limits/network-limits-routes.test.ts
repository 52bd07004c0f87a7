// The rate limits of one network on every route except passwords, and how each route reports them.

import { afterEach, expect, test } from 'vitest';
import { makeDiiaWorld } from '../../test/support/diia/world.ts';
import { makeGoogleWorld } from '../../test/support/google/world.ts';
import { portal } from '../../test/support/oidc/applications.ts';
import { archive, makeArena } from '../../test/support/oidc/arena.ts';
import { attemptOf, basicOf, form, said } from '../../test/support/oidc/raw.ts';
import { apps, makeWorld, ours, type World } from '../../test/support/world.ts';

let close: () => Promise<void>;
afterEach(() => close());

/** Allows one start at once, then one every 20 seconds. */
const few = { RATE_LIMIT_STARTS_PER_MINUTE: '4' };

test('ticket secrets: a network that sends wrong ones is limited, other networks are not', async () => {
  const world = await makeWorld('sqlite', { RATE_LIMIT_SECRETS_PER_MINUTE: '8' });
  close = world.close;
  const { id } = apps.campus;
  const ask = (appSecret: string, { from = '192.0.2.1', appId = id } = {}) =>
    world.send({
      url: `/api/ticket?${new URLSearchParams({ ticketId: 'x', appId, appSecret })}`,
      remoteAddress: from,
    });
  const post = (secret: string) =>
    world.send({
      method: 'POST',
      url: '/api/ticket',
      payload: { ticketId: 'x' },
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      remoteAddress: '192.0.2.1',
    });
  // right secrets are not counted, even with an unknown ticket
  for (let i = 0; i < 10; i += 1) expect((await ask(apps.campus.secret)).statusCode).toBe(404);
  expect((await ask('wrong')).statusCode).toBe(401);
  expect((await post('wrong')).statusCode).toBe(401);
  const refused = await ask('wrong', { appId: id.toUpperCase() });
  expect([refused.statusCode, refused.json().error.code, refused.headers['retry-after']]).toEqual([
    429,
    'request.too-many',
    '10',
  ]);
  for (const right of [await ask(apps.campus.secret), await post(apps.campus.secret)])
    expect(right.statusCode).toBe(429);
  expect((await ask(apps.campus.secret, { from: '192.0.2.2' })).statusCode).toBe(404);
  const neighbour = { appId: apps.rooms.id };
  expect((await ask(apps.rooms.secret, neighbour)).statusCode).toBe(404);
  world.clock.now += 10_000;
  expect((await ask(apps.campus.secret)).statusCode).toBe(404);
});

test('client secrets at OIDC endpoints: wrong ones are limited, with an OAuth error', async () => {
  const arena = await makeArena('sqlite', { RATE_LIMIT_SECRETS_PER_MINUTE: '8' });
  close = arena.close;
  const given = await arena.withCode();
  const wrong = basicOf({ ...portal, secret: 'wrong' });
  for (const path of ['/oidc/token', '/oidc/introspect'])
    expect(said(await arena.call(path, { token: 'x' }, wrong))).toBe('401 invalid_client');
  for (const path of ['/oidc/token', '/oidc/introspect', '/oidc/revoke', '/oidc/par'])
    for (const headers of [wrong, basicOf(portal)]) {
      const answer = await arena.call(path, { token: 'x' }, headers);
      expect(said(answer)).toBe('429 temporarily_unavailable');
      expect(answer.headers['retry-after']).toBe('10');
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
  expect(said(await arena.exchange(given))).toBe('429 temporarily_unavailable');
  const others = await arena.withCode(archive);
  expect(said(await arena.exchange(others))).toBe('200');
  arena.clock.now += 10_000;
  // the rejected requests have not used up the code
  expect(said(await arena.exchange(given))).toBe('200');
  for (let i = 0; i < 10; i += 1)
    expect(said(await arena.call('/oidc/introspect', { token: 'x' }))).toBe('200');
});

test('wrong secrets sent to one node count on all nodes', async () => {
  const world = await makeWorld('postgres', { RATE_LIMIT_SECRETS_PER_MINUTE: '8' });
  close = world.close;
  const other = await world.node();
  const { id: appId, secret } = apps.campus;
  const ask = (appSecret: string, to: World['server']) =>
    world.send(
      { url: `/api/ticket?${new URLSearchParams({ ticketId: 'x', appId, appSecret })}` },
      to,
    );
  expect((await ask(secret, other)).statusCode).toBe(404);
  for (let i = 0; i < 2; i += 1) expect((await ask('wrong', world.server)).statusCode).toBe(401);
  expect((await ask(secret, world.server)).statusCode).toBe(429);
  // a node caches for two seconds that no wait is needed
  world.clock.now += 2000;
  expect((await ask(secret, other)).statusCode).toBe(429);
});

test('Diia links: each network has a limit, a trusted device has its own', async () => {
  const world = await makeDiiaWorld('sqlite', few);
  close = world.close;
  const ask = (headers = {}) =>
    world.send({ url: '/api/diia/app-link', headers, remoteAddress: '192.0.2.1' });
  expect((await ask()).statusCode).toBe(200);
  const refused = await ask();
  expect([refused.statusCode, refused.json().error.code, refused.headers['retry-after']]).toEqual([
    429,
    'request.too-many',
    '20',
  ]);
  const ticket = (
    await world.post('/api/auth', {
      username: 'o.shevchenko',
      password: 'correct horse battery staple',
    })
  ).json();
  const entered = await world.post('/api/auth/internal', ticket);
  const device = entered.cookies.find(({ name }) => name === 'brama_device');
  expect((await ask({ cookie: `brama_device=${device?.value}` })).statusCode).toBe(200);
  expect((await ask({ cookie: `brama_device=${'A'.repeat(43)}` })).statusCode).toBe(429);
  world.clock.now += 20_000;
  expect((await ask()).statusCode).toBe(200);
  // a device that was not used for a year is no longer trusted
  world.clock.now += 366 * 24 * 3_600_000;
  expect((await ask()).statusCode).toBe(200);
  expect((await ask({ cookie: `brama_device=${device?.value}` })).statusCode).toBe(429);
});

test('unlimited password reset requests do not use up the Diia links of the network', async () => {
  const world = await makeDiiaWorld('sqlite', few);
  close = world.close;
  const remoteAddress = '192.0.2.1';
  const forgot = () =>
    world.send({
      method: 'POST',
      url: '/uk/password/forgot',
      payload: 'username=nobody',
      headers: { ...ours, ...form },
      remoteAddress,
    });
  expect((await forgot()).statusCode).toBe(303);
  expect((await forgot()).statusCode).toBe(429);
  expect((await world.send({ url: '/api/diia/app-link', remoteAddress })).statusCode).toBe(200);
});

test('starts of Google sign-ins: a page explains the rate limit', async () => {
  const world = await makeGoogleWorld('sqlite', few);
  close = world.close;
  const go = () =>
    world.send({
      url: '/api/google/redirect',
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
  expect((await go()).statusCode).toBe(303);
  const refused = await go();
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    429,
    'text/html; charset=utf-8',
  ]);
  expect(await world.db.selectFrom('google_attempts').selectAll().execute()).toHaveLength(1);
});

test('suspended requests: the application gets temporarily_unavailable', async () => {
  const arena = await makeArena('sqlite', few);
  close = arena.close;
  const go = () => arena.send({ url: attemptOf(portal).address });
  expect((await go()).headers.location).toMatch(/^\/uk\/\?appId=/);
  const { searchParams } = new URL(`${(await go()).headers.location}`);
  expect(searchParams.get('error')).toBe('temporarily_unavailable');
  expect(await arena.db.selectFrom('suspended_requests').selectAll().execute()).toHaveLength(1);
  // signed-in users are not limited
  const browser = await arena.signedIn();
  const { location } = await browser.go(attemptOf(portal).address);
  expect(new URL(location ?? '').searchParams.get('code')).toBeTruthy();
});

test('long requests: a network stores a limited number, and none for unknown applications', async () => {
  const arena = await makeArena('sqlite', few);
  close = arena.close;
  const bring = (client_id: string = portal.id) =>
    arena.send({
      method: 'POST',
      url: '/oidc/auth',
      payload: `${new URLSearchParams({ client_id, login_hint: 'x'.repeat(6000) })}`,
      headers: { ...form, accept: 'text/html', 'sec-fetch-site': 'cross-site' },
      remoteAddress: '192.0.2.1',
    });
  const aside = () =>
    arena.db
      .selectFrom('oidc_tokens')
      .select('id_hash')
      .where('model', '=', 'RequestAside')
      .execute();
  const unknown = await bring('nobody');
  expect([unknown.statusCode, (await aside()).length]).toEqual([303, 0]);
  expect((await arena.send({ url: `${unknown.headers.location}` })).statusCode).toBe(413);
  const brought = await bring();
  expect([brought.statusCode, (await aside()).length]).toEqual([303, 1]);
  const { headers } = await bring();
  const refused = await arena.send({ url: `${headers.location}` });
  expect([
    refused.statusCode,
    refused.headers['retry-after'],
    refused.headers['content-type'],
    (await aside()).length,
  ]).toEqual([429, '20', 'text/html; charset=utf-8', 1]);
  // long requests have a separate counter
  const short = await arena.send({
    url: attemptOf(portal).address,
    remoteAddress: '192.0.2.1',
  });
  expect(short.headers.location).toMatch(/^\/uk\/\?appId=/);
  const long = () =>
    arena.send({
      url: `${attemptOf(portal).address}&login_hint=${'x'.repeat(2048)}`,
      remoteAddress: '192.0.2.1',
    });
  expect((await long()).headers.location).toMatch(/^\/uk\/\?appId=/);
  expect(`${(await long()).headers.location}`).toContain('error=temporarily_unavailable');
});

test.each(['/oidc/par', '/oidc/device/auth'])(
  '%s: starts are limited, with an OAuth error',
  async (path) => {
    const arena = await makeArena('sqlite', few);
    close = arena.close;
    const call = () => arena.call(path, { client_id: portal.id });
    expect((await call()).statusCode).not.toBe(429);
    const refused = await call();
    expect([said(refused), refused.headers['retry-after']]).toEqual([
      '429 temporarily_unavailable',
      '20',
    ]);
  },
);

test('password reset requests: one limit for all usernames together', async () => {
  const world = await makeWorld('sqlite', few);
  close = world.close;
  const ask = (username: string, remoteAddress: string) =>
    world.send({
      method: 'POST',
      url: '/uk/password/forgot',
      payload: `${new URLSearchParams({ username })}`,
      headers: { ...ours, ...form },
      remoteAddress,
    });
  expect((await ask('nobody', '192.0.2.1')).statusCode).toBe(303);
  const refused = await ask('o.shevchenko', '192.0.2.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '20']);
  expect((await ask('nobody', '192.0.2.2')).statusCode).toBe(303);
  await world.server.close();
  expect(world.letters).toEqual([]);
});
