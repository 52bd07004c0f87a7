// Proxies: callbacks that must not receive a proxy-granting ticket, and tickets by proxies that may not have them (CAS Protocol
// 3.0.3 §2.5.4 and §2.7).

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCasApplication, changeCasApplication } from '../../support/cas/applications.ts';
import {
  type CallbackServer,
  startCallback,
  trustAuthority,
} from '../../support/cas/callback-server.ts';
import { ask, call, ticketFor } from '../../support/cas/client.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { makeWorld, type World } from '../../support/world.ts';

const portal = {
  id: '1a6f0e94-5c2d-4b78-8f3a-9e0d7c4b2a16',
  name: 'front',
  service: 'https://front.example/',
};
const backend = {
  id: '2b7a1fa5-6d3e-4c89-9a4b-0f1e8d5c3b27',
  name: 'backend',
  service: 'https://backend.example/api/',
};
const hidden = {
  id: '3c8b2ab6-7e4f-4d9a-ab5c-1a2f9e6d4c38',
  name: 'hidden',
  service: 'https://hidden.example/',
};

const { authority, stop } = trustAuthority();
const dayMs = 86_400_000;
const now = Date.now();
const servers: Record<string, CallbackServer> = {};
const at = (name: string): CallbackServer => servers[name] ?? expect.fail(name);

beforeAll(async () => {
  servers['good'] = await startCallback(authority);
  servers['second'] = await startCallback(authority);
  servers['self-signed'] = await startCallback(undefined);
  servers['expired'] = await startCallback(authority, { validTo: now - dayMs / 2 });
  servers['not yet valid'] = await startCallback(authority, { validFrom: now + dayMs });
  servers['for another host'] = await startCallback(authority, { host: 'other.example' });
});
afterAll(() => {
  for (const server of Object.values(servers)) server.stop();
  stop();
});

const callbackFailed = { code: 'INVALID_PROXY_CALLBACK' };

describeOnDatabases('CAS proxies', (kind) => {
  let world: World;
  let cookie: string;

  const portalRecord = (callbacks: readonly string[]) => ({
    ...portal,
    protocol: { services: [portal.service], proxy: { callbacks, services: [backend.service] } },
  });

  beforeAll(async () => {
    world = await makeWorld(kind, { OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' });
    const callbacks = Object.values(servers).map(({ address }) => address);
    await addCasApplication(world.db, portalRecord(callbacks));
    const proxy = { callbacks: [at('second').address], services: [backend.service] };
    await addCasApplication(world.db, {
      ...backend,
      protocol: { services: [backend.service], proxy },
    });
    await addCasApplication(world.db, {
      ...hidden,
      groups: ['employees'],
      protocol: { services: [hidden.service] },
    });
  });
  beforeEach(async () => {
    world.clock.now += 60_000;
    at('good').answerWith(200);
    cookie = await world.signIn();
  });
  afterAll(() => world.close());

  const newTicket = () => ticketFor(world, cookie, portal.service);

  async function validateWith(pgtUrl: string, of: World = world) {
    const session = of === world ? cookie : await of.signIn();
    const ticket = await ticketFor(of, session, portal.service);
    const said = await ask(of, 'serviceValidate', { service: portal.service, ticket, pgtUrl });
    const again = await ask(of, 'serviceValidate', { service: portal.service, ticket });
    expect(again.description).toBe('the ticket was used before');
    return said;
  }

  /** Returns a proxy-granting ticket of the user. */
  async function grant() {
    const said = await validateWith(at('good').address);
    return at('good').grantOf(said.pgtIou);
  }

  const proxy = (pgt: string, targetService = backend.service) =>
    ask(world, 'proxy', { pgt, targetService });

  test('a registered callback with a valid certificate receives the ticket', async () => {
    const pgtUrl = `${at('good').address}?a=b&a=c%2F`;
    const said = await validateWith(pgtUrl);
    expect(said).toEqual({
      user: 'O.Shevchenko',
      pgtIou: expect.stringMatching(/^PGTIOU-[A-Za-z0-9]{43}$/),
    });
    const [received] = at('good').received.slice(-1);
    expect(received?.search).toMatch(/^\?a=b&a=c%2F&pgtId=PGT-[A-Za-z0-9]{43}&pgtIou=PGTIOU-/);
    const { proxyTicket = '' } = await proxy(at('good').grantOf(said.pgtIou));
    expect(proxyTicket).toMatch(/^PT-[A-Za-z0-9]{43}$/);
    const given = { service: backend.service, ticket: proxyTicket };
    expect(await ask(world, 'proxyValidate', given)).toEqual({
      user: 'O.Shevchenko',
      proxies: [pgtUrl],
    });
  });

  test.each(['self-signed', 'expired', 'not yet valid', 'for another host'])(
    'a callback with a certificate that is %s receives nothing',
    async (name) => {
      const said = await validateWith(at(name).address);
      expect(said).toMatchObject({
        ...callbackFailed,
        description: 'the certificate of pgtUrl was not accepted',
      });
      expect(at(name).received).toEqual([]);
    },
  );

  test.each([
    ['201', 201],
    ['204', 204],
    ['302', 302],
    ['401', 401],
    ['404', 404],
    ['500', 500],
  ] as const)('a callback that responds with %s fails the validation', async (_name, status) => {
    at('good').answerWith(status);
    const count = at('good').received.length;
    const said = await validateWith(at('good').address);
    expect(said).toMatchObject({
      ...callbackFailed,
      description: 'pgtUrl did not respond with status 200 in time',
    });
    const [received] = at('good').received.slice(count);
    const pgt = received?.searchParams.get('pgtId') ?? '';
    expect((await proxy(pgt)).code).toBe('INVALID_TICKET');
  });

  test('redirects are not followed', async () => {
    at('good').answerWith({ status: 302, location: at('second').address });
    const count = at('second').received.length;
    expect(await validateWith(at('good').address)).toMatchObject(callbackFailed);
    expect(at('second').received).toHaveLength(count);
  });

  test('a silent callback fails the validation after five seconds', {
    tags: ['long'],
    timeout: 15_000,
  }, async () => {
    at('good').answerWith('silent');
    const start = performance.now();
    expect(await validateWith(at('good').address)).toMatchObject(callbackFailed);
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  test('a callback that does not listen fails the validation', async () => {
    const closed = await startCallback(authority);
    closed.stop();
    const callbacks = Object.values(servers).map(({ address }) => address);
    await changeCasApplication(world.db, portalRecord([...callbacks, closed.address]));
    expect(await validateWith(closed.address)).toMatchObject(callbackFailed);
  });

  test('only a service that got a user is notified of a sign-out', async () => {
    await world.db.deleteFrom('cas_tickets').execute();
    at('good').answerWith(500);
    expect(await validateWith(at('good').address)).toMatchObject(callbackFailed);
    at('good').answerWith(200);
    expect(await validateWith(at('good').address)).toHaveProperty('pgtIou');
    const rows = await world.db.selectFrom('cas_tickets').selectAll().execute();
    const due = rows.map((row) => row.consumed_at !== null && row.logout_due_at);
    expect([due.length, new Set(due)]).toEqual([2, new Set([0, null])]);
  });

  test.each([
    ['http', (address: string) => address.replace('https:', 'http:')],
    ['another port', (address: string) => address.replace(/:\d+/, ':1')],
    ['another path', (address: string) => `${address}x`],
    ['a path below', (address: string) => `${address}/x`],
    ['dots', (address: string) => `${address}/../other`],
    ['a user', (address: string) => address.replace('localhost', 'localhost@evil.example')],
    ['a fragment', (address: string) => `${address}#x`],
    ['a backslash', (address: string) => address.replace('localhost', 'localhost\\@evil.example')],
    ['a ticket', (address: string) => `${address}?ticket=ST-1`],
    ['line breaks', (address: string) => `${address}?a=\r\nb`],
    ['another scheme', () => 'file:///etc/passwd'],
    ['no address', () => 'pgt'],
  ])('a callback with %s is not registered', async (_name, change) => {
    const said = await validateWith(change(at('good').address));
    expect(said).toEqual({
      ...callbackFailed,
      description: 'pgtUrl is not a registered callback address with https',
    });
  });

  test('a private address receives nothing, whatever its name', async () => {
    const careful = await makeWorld(kind, { OUTBOUND_ALLOW: '10.255.255.255' });
    try {
      const { port } = new URL(at('good').address);
      const hosts = [
        'localhost',
        '127.0.0.1',
        '[::1]',
        '169.254.169.254',
        '10.0.0.1',
        '2130706433',
      ];
      const addresses = hosts.map((host) => `https://${host}:${port}/pgt`);
      await addCasApplication(careful.db, portalRecord(addresses));
      const count = at('good').received.length;
      for (const address of addresses)
        expect(await validateWith(address, careful)).toEqual({
          ...callbackFailed,
          description: 'pgtUrl leads to a private network',
        });
      expect(at('good').received).toHaveLength(count);
    } finally {
      await careful.close();
    }
  });

  test('an application without proxy in its record gets no proxy-granting ticket', async () => {
    await changeCasApplication(world.db, {
      ...portal,
      protocol: { services: [portal.service] },
    });
    const pgt = await grant();
    expect(pgt).toBe('');
    const said = await validateWith(at('good').address);
    expect(said.code).toBe('UNAUTHORIZED_SERVICE_PROXY');
    await changeCasApplication(
      world.db,
      portalRecord(Object.values(servers).map(({ address }) => address)),
    );
  });

  test('a proxy ticket never succeeds where proxies are not accepted, and is used', async () => {
    const { proxyTicket: ticket = '' } = await proxy(await grant());
    const given = { service: backend.service, ticket };
    expect(await ask(world, 'serviceValidate', given)).toEqual({
      code: 'INVALID_TICKET_SPEC',
      description: 'this address accepts no proxy tickets; /cas/proxyValidate does',
    });
    expect((await ask(world, 'proxyValidate', given)).description).toBe(
      'the ticket was used before',
    );
    for (const endpoint of ['p3/serviceValidate', 'validate']) {
      const other = (await proxy(await grant())).proxyTicket ?? '';
      const { body } = await call(world, endpoint, { service: backend.service, ticket: other });
      expect(body).toMatch(/^no\n\n$|INVALID_TICKET_SPEC/);
    }
  });

  test('a proxy ticket is valid once, for its service', { tags: 'race' }, async () => {
    const pgt = await grant();
    const first = (await proxy(pgt)).proxyTicket ?? '';
    const service = `${backend.service}other`;
    expect((await ask(world, 'proxyValidate', { service, ticket: first })).code).toBe(
      'INVALID_SERVICE',
    );
    const second = (await proxy(pgt)).proxyTicket ?? '';
    const given = { service: backend.service, ticket: second };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(world, 'proxyValidate', given)),
    );
    expect(answers.filter(({ user }) => user)).toHaveLength(1);
  });

  test('a proxy ticket is valid for five minutes', async () => {
    const { proxyTicket: ticket = '' } = await proxy(await grant());
    world.clock.now += 300_000;
    expect(await ask(world, 'proxyValidate', { service: backend.service, ticket })).toEqual({
      code: 'INVALID_TICKET',
      description: 'the ticket has expired',
    });
  });

  test('the chain of proxies has the newest first', async () => {
    const first = (await proxy(await grant())).proxyTicket ?? '';
    const pgtUrl = `${at('second').address}?x=1`;
    const { pgtIou } = await ask(world, 'p3/proxyValidate', {
      service: backend.service,
      ticket: first,
      pgtUrl,
    });
    const { proxyTicket = '' } = await proxy(at('second').grantOf(pgtIou));
    const given = { service: backend.service, ticket: proxyTicket };
    expect((await ask(world, 'proxyValidate', given)).proxies).toEqual([
      pgtUrl,
      at('good').address,
    ]);
  });

  test('a circle of proxies ends after ten', async () => {
    let ticket = (await proxy(await grant())).proxyTicket ?? '';
    const pgtUrl = at('second').address;
    for (let count = 1; count < 10; count += 1) {
      const given = { service: backend.service, ticket, pgtUrl };
      const { pgtIou } = await ask(world, 'proxyValidate', given);
      ticket = (await proxy(at('second').grantOf(pgtIou))).proxyTicket ?? '';
    }
    const said = await ask(world, 'proxyValidate', { service: backend.service, ticket, pgtUrl });
    expect(said).toEqual({
      code: 'UNAUTHORIZED_SERVICE_PROXY',
      description: 'the chain of proxies is too long',
    });
  });

  test.each([
    'https://hidden.example/',
    'https://unknown.example/',
    'https://backend.example/',
    'https://backend.example.evil/api/',
    'https://backend.example/api/../admin',
    'http://backend.example/api/',
    'https://front.example/',
    'https://backend.example/api/#x',
    'nothing',
  ])('a proxy gets no ticket for %s', async (target) => {
    expect(await proxy(await grant(), target)).toEqual({
      code: 'UNAUTHORIZED_SERVICE',
      description: 'the application may not get tickets for targetService',
    });
  });

  test('the access rules of the target count, and those of the proxy', async () => {
    const pgt = await grant();
    const proxySettings = { callbacks: [at('second').address], services: [backend.service] };
    const record = { ...backend, protocol: { services: [backend.service], proxy: proxySettings } };
    const denied = { code: 'UNAUTHORIZED_SERVICE' };
    await changeCasApplication(world.db, { ...record, groups: ['employees'] });
    expect(await proxy(pgt)).toMatchObject(denied);
    await changeCasApplication(world.db, { ...record, minimumLevel: 'urn:brama:acr:2' });
    expect(await proxy(pgt)).toMatchObject(denied);
    await changeCasApplication(world.db, record);
    const callbacks = Object.values(servers).map(({ address }) => address);
    await changeCasApplication(world.db, { ...portalRecord(callbacks), groups: ['employees'] });
    expect(await proxy(pgt)).toMatchObject(denied);
    await changeCasApplication(world.db, portalRecord(callbacks));
    expect((await proxy(pgt)).proxyTicket).toMatch(/^PT-/);
  });

  test('a proxy-granting ticket ends with the session', async () => {
    const pgt = await grant();
    expect((await proxy(pgt)).proxyTicket).toMatch(/^PT-/);
    await world.post('/api/auth/logout', undefined, { cookie });
    expect(await proxy(pgt)).toEqual({
      code: 'INVALID_TICKET',
      description: 'the proxy-granting ticket is unknown',
    });
    const rows = await world.db.selectFrom('cas_proxy_grants').select('id_hash').execute();
    expect(rows.length).toBeGreaterThan(0);
  });

  test('a session keeps the newest 20 grants of an application', async () => {
    const first = await grant();
    for (let count = 0; count < 20; count += 1) {
      world.clock.now += 1;
      await grant();
    }
    expect((await proxy(first)).code).toBe('INVALID_TICKET');
    const last = await grant();
    expect((await proxy(last)).proxyTicket).toMatch(/^PT-/);
  });

  test.each([`PGT-${'a'.repeat(43)}`, 'PGT-1', `PGTIOU-${'a'.repeat(43)}`, 'x'])(
    '%s is no proxy-granting ticket',
    async (pgt) => {
      expect(await proxy(pgt)).toEqual({
        code: 'INVALID_TICKET',
        description: 'the proxy-granting ticket is unknown',
      });
    },
  );

  test('neither rows nor log lines hold a grant or its id', async () => {
    world.lines.length = 0;
    const said = await validateWith(`${at('good').address}?secret-query`);
    const pgt = at('good').grantOf(said.pgtIou);
    await proxy(pgt);
    await proxy(pgt, 'https://unknown.example/?secret-query');
    const rows = await world.db.selectFrom('cas_proxy_grants').selectAll().execute();
    const stored = JSON.stringify(rows);
    for (const secret of [pgt.slice(4), `${said.pgtIou}`.slice(7)]) {
      expect(stored).not.toContain(secret);
      expect(world.lines.join('\n')).not.toContain(secret);
    }
    expect(world.lines.join('\n')).not.toContain('secret-query');
    expect(await newTicket()).toMatch(/^ST-/);
  });
});
