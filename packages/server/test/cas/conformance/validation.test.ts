// What the specification demands of the endpoints that validate tickets (CAS Protocol 3.0.3 §2.4 to §2.9 and §4.2). The test names
// stand in `docs/evidence/cas.md`.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CasCode } from '../../../src/applications/cas/validation/answer-cas.ts';
import { createBrowser } from '../../support/browser.ts';
import {
  addCasApplication,
  addCasApplications,
  timetable,
} from '../../support/cas/applications.ts';
import {
  type CallbackServer,
  startCallback,
  trustAuthority,
} from '../../support/cas/callback-server.ts';
import { ask, askSaml, call, readAnswer, ticketFor } from '../../support/cas/client.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { makeWorld, type World } from '../../support/world.ts';

const service = 'https://registry.example/cas/';
const user = 'O.Shevchenko';
const wrongTicket = `ST-${'a'.repeat(43)}`;

const casEndpoints = ['serviceValidate', 'proxyValidate', 'p3/serviceValidate', 'p3/proxyValidate'];
const withAttributes = (endpoint: string) => endpoint.startsWith('p3/');

const { authority, stop } = trustAuthority();
let callback: CallbackServer;
beforeAll(async () => {
  callback = await startCallback(authority);
});
afterAll(() => {
  callback.stop();
  stop();
});

describeOnDatabases('CAS validation', (kind) => {
  let world: World;
  let cookie: string;

  beforeAll(async () => {
    world = await makeWorld(kind, { OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' });
    await addCasApplication(world.db, {
      id: '6e9f3d2b-4a58-4c7a-9b16-7d0e2f8a3c45',
      name: 'registry',
      protocol: {
        services: [service, 'http://localhost:4500/'],
        attributes: { mail: 'email', memberOf: 'groups', how: 'amr', level: 'acr' },
        proxy: { callbacks: [callback.address], services: [service] },
      },
    });
  });
  beforeEach(async () => {
    world.clock.now += 60_000;
    callback.answerWith(200);
    cookie = await world.signIn();
  });
  afterAll(() => world.close());

  const newTicket = (at = service) => ticketFor(world, cookie, at);

  async function newGrant() {
    const ticket = await newTicket();
    const pgtUrl = callback.address;
    const { pgtIou } = await ask(world, 'serviceValidate', { service, ticket, pgtUrl });
    return callback.grantOf(pgtIou);
  }

  async function newProxyTicket() {
    const pgt = await newGrant();
    return (await ask(world, 'proxy', { pgt, targetService: service })).proxyTicket ?? '';
  }

  describe('/validate', () => {
    const plain = async (query: Record<string, string | string[]>) => {
      const answer = await call(world, 'validate', query);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      return answer.body;
    };

    test('answers in two lines', async () => {
      expect(await plain({ service, ticket: await newTicket() })).toBe(`yes\n${user}\n`);
      expect(await plain({ service, ticket: wrongTicket })).toBe('no\n\n');
    });

    test('refuses proxy tickets', async () => {
      expect(await plain({ service, ticket: await newProxyTicket() })).toBe('no\n\n');
    });

    test('handles service, ticket and renew', async () => {
      expect(await plain({ ticket: await newTicket() })).toBe('no\n\n');
      expect(await plain({ service })).toBe('no\n\n');
      expect(await plain({ service: [service, service], ticket: await newTicket() })).toBe(
        'no\n\n',
      );
      expect(await plain({ service, ticket: await newTicket(), renew: 'true' })).toBe('no\n\n');
    });
  });

  describe.each(casEndpoints)('/%s', (endpoint) => {
    const validate = (query: Record<string, string | string[]>) => ask(world, endpoint, query);

    test('names the user', async () => {
      const said = await validate({ service, ticket: await newTicket() });
      const attributes = [
        `authenticationDate=${new Date(world.clock.now).toISOString()}`,
        'longTermAuthenticationRequestTokenUsed=false',
        'isFromNewLogin=false',
        'mail=O.Shevchenko@campus.example',
        'memberOf=students',
        'how=pwd',
        'level=urn:brama:acr:1',
      ];
      expect(said).toEqual({ user, ...(withAttributes(endpoint) && { attributes }) });
    });

    test('answers in JSON', async () => {
      const given = { service, ticket: await newTicket(), format: 'JSON' };
      const answer = await call(world, endpoint, given);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      const { authenticationSuccess } = answer.json().serviceResponse;
      expect(authenticationSuccess.user).toBe(user);
      expect(authenticationSuccess.attributes?.isFromNewLogin).toBe(
        withAttributes(endpoint) ? false : undefined,
      );
      const refused = await call(world, endpoint, given);
      expect(refused.json()).toEqual({
        serviceResponse: {
          authenticationFailure: {
            code: 'INVALID_TICKET',
            description: 'the ticket was used before',
          },
        },
      });
    });

    test.each(['json', 'YAML', 'xml', ''])('refuses the format %j as XML', async (format) => {
      const said = await validate({ service, ticket: await newTicket(), format });
      expect(said.code).toBe('INVALID_REQUEST');
    });

    test('an attempt uses the ticket, successful or not', async () => {
      const ticket = await newTicket();
      expect((await validate({ service: `${service}x`, ticket })).code).toBe('INVALID_SERVICE');
      expect((await validate({ service, ticket })).code).toBe('INVALID_TICKET');
    });

    test('a failing request has one of the codes', async () => {
      const ticket = wrongTicket;
      const cases: [Record<string, string | string[]>, CasCode][] = [
        [{}, 'INVALID_REQUEST'],
        [{ service }, 'INVALID_REQUEST'],
        [{ service: '', ticket }, 'INVALID_REQUEST'],
        [{ ticket }, 'INVALID_REQUEST'],
        [{ service, ticket: '' }, 'INVALID_REQUEST'],
        [{ service, ticket: [ticket, ticket] }, 'INVALID_REQUEST'],
        [{ service, ticket, renew: ['1', '1'] }, 'INVALID_REQUEST'],
        [{ service, ticket, pgtUrl: ['a', 'b'] }, 'INVALID_REQUEST'],
        [{ service: 'nothing', ticket }, 'INVALID_REQUEST'],
        [{ Service: service, ticket }, 'INVALID_REQUEST'],
        [{ service, ticket }, 'INVALID_TICKET'],
        [{ service, ticket: 'x' }, 'INVALID_TICKET'],
        [{ service: `${service}x`, ticket: await newTicket() }, 'INVALID_SERVICE'],
        [{ service, ticket: await newTicket(), renew: 'true' }, 'INVALID_TICKET'],
        [
          { service, ticket: await newTicket(), pgtUrl: 'http://localhost/pgt' },
          'INVALID_PROXY_CALLBACK',
        ],
      ];
      for (const [query, code] of cases)
        expect((await validate(query)).code, JSON.stringify(query)).toBe(code);
    });

    test('a proxy ticket is accepted where the path says so', async () => {
      const said = await validate({ service, ticket: await newProxyTicket() });
      if (endpoint.includes('proxy')) expect(said.proxies).toEqual([callback.address]);
      else expect(said.code).toBe('INVALID_TICKET_SPEC');
    });

    test('pgtUrl gives a proxy-granting ticket', async () => {
      const pgtUrl = `${callback.address}?a=b&a=c`;
      const said = await validate({ service, ticket: await newTicket(), pgtUrl });
      const pgt = callback.grantOf(said.pgtIou);
      expect([said.user, pgt.length, said.pgtIou?.length]).toEqual([user, 47, 50]);
      expect(callback.received.at(-1)?.searchParams.getAll('a')).toEqual(['b', 'c']);
    });

    test('an empty pgtUrl and an unknown parameter change nothing', async () => {
      const query = { service, ticket: await newTicket(), pgtUrl: '', other: '1', Renew: 'true' };
      expect((await validate(query)).user).toBe(user);
    });

    test('answers GET alone, and HEAD uses no ticket', async () => {
      const ticket = await newTicket();
      const url = `/cas/${endpoint}?${new URLSearchParams({ service, ticket })}`;
      for (const method of ['HEAD', 'POST'] as const) {
        const answer = await world.send({ method, url });
        expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET']);
      }
      expect((await validate({ service, ticket })).user).toBe(user);
    });

    test('a failure of ours is INTERNAL_ERROR', async () => {
      const given = { service, ticket: await newTicket() };
      await world.db.schema.alterTable('cas_tickets').renameTo('away').execute();
      try {
        for (const format of ['XML', 'JSON']) {
          const answer = await call(world, endpoint, { ...given, format });
          expect([answer.statusCode, answer.body.includes('INTERNAL_ERROR')]).toEqual([500, true]);
          expect(answer.body).not.toMatch(/cas_tickets|requestId/);
        }
      } finally {
        await world.db.schema.alterTable('away').renameTo('cas_tickets').execute();
      }
    });
  });

  describe('renew', () => {
    /** Signs in again at the login page, and returns the ticket. */
    async function freshTicket() {
      const browser = createBrowser(world.server);
      browser.take(cookie);
      const asked = new URLSearchParams({ service, renew: 'true' });
      const page = await browser.go(`/cas/login?${asked}`);
      world.clock.now += 1_000;
      browser.take(await world.signIn(undefined, undefined, cookie));
      const { location } = await browser.go(`/api/app-redirect${new URL(page.url).search}`);
      return new URL(`${location}`).searchParams.get('ticket') ?? '';
    }

    test.each(casEndpoints)('/%s accepts a ticket of a new sign-in', async (endpoint) => {
      const said = await ask(world, endpoint, {
        service,
        ticket: await freshTicket(),
        renew: 'true',
      });
      expect(said.user).toBe(user);
      if (withAttributes(endpoint)) expect(said.attributes).toContain('isFromNewLogin=true');
    });

    test('/validate accepts a ticket of a new sign-in', async () => {
      const query = { service, ticket: await freshTicket(), renew: 'true' };
      expect((await call(world, 'validate', query)).body).toBe(`yes\n${user}\n`);
    });

    test('a ticket of an existing session is refused', async () => {
      const refused = {
        code: 'INVALID_TICKET',
        description: 'the user has not signed in since the login request, as renew requires',
      };
      for (const endpoint of casEndpoints) {
        const query = { service, ticket: await newTicket(), renew: 'true' };
        expect(await ask(world, endpoint, query)).toEqual(refused);
      }
      const saml = await askSaml(world, { service, ticket: await newTicket(), renew: 'true' });
      expect(saml.body).toContain(`<StatusMessage>${refused.description}</StatusMessage>`);
    });
  });

  describe('/proxy', () => {
    test('issues a proxy ticket for the later service', async () => {
      const pgt = await newGrant();
      const given = { pgt, targetService: service };
      const { proxyTicket: ticket = '' } = await ask(world, 'proxy', given);
      expect(ticket).toMatch(/^PT-[A-Za-z0-9]{43}$/);
      expect((await ask(world, 'proxyValidate', { service, ticket })).user).toBe(user);
      const json = await call(world, 'proxy', { ...given, format: 'JSON' });
      expect(json.json()).toEqual({
        serviceResponse: { proxySuccess: { proxyTicket: expect.stringMatching(/^PT-/) } },
      });
    });

    test('a failing proxy request has one of the codes', async () => {
      const pgt = await newGrant();
      const cases: [Record<string, string | string[]>, CasCode][] = [
        [{ pgt }, 'INVALID_REQUEST'],
        [{ targetService: service }, 'INVALID_REQUEST'],
        [{ pgt: [pgt, pgt], targetService: service }, 'INVALID_REQUEST'],
        [{ pgt: `PGT-${'a'.repeat(43)}`, targetService: service }, 'INVALID_TICKET'],
        [{ pgt, targetService: 'https://elsewhere.example/' }, 'UNAUTHORIZED_SERVICE'],
        [{ pgt, targetService: service, format: 'json' }, 'INVALID_REQUEST'],
      ];
      for (const [query, code] of cases) {
        const { body } = await call(world, 'proxy', query);
        expect([readAnswer(body).code, body.includes('<cas:proxyFailure ')]).toEqual([code, true]);
      }
      const json = await call(world, 'proxy', { pgt, format: 'JSON' });
      expect(json.json().serviceResponse.authenticationFailure.code).toBe('INVALID_REQUEST');
    });
  });

  describe('/samlValidate', () => {
    test('answers a request of SAML 1.1', async () => {
      const answer = await askSaml(world, { service, ticket: await newTicket() });
      expect([
        answer.statusCode,
        answer.headers['content-type'],
        answer.headers['cache-control'],
      ]).toEqual([200, 'text/xml; charset=utf-8', 'no-store']);
      expect(answer.body).toContain('InResponseTo="r1"');
      expect(answer.body).toContain(`Recipient="${service}"`);
      expect(answer.body).toContain(
        '<Attribute AttributeName="mail" AttributeNamespace="http://www.ja-sig.org/products/cas/"><AttributeValue>O.Shevchenko@campus.example</AttributeValue></Attribute>',
      );
    });

    test('a service with http receives no attributes', async () => {
      const at = 'http://localhost:4500/';
      const answer = await askSaml(world, { service: at, ticket: await newTicket(at) });
      expect(answer.body).toContain(`<NameIdentifier>${user}</NameIdentifier>`);
      expect(answer.body).not.toContain('Attribute');
    });

    test('a failure names no user', async () => {
      const ticket = await newTicket();
      const refused = [
        [await askSaml(world, { service: `${service}x`, ticket }), 'RequestDenied'],
        [await askSaml(world, { service, ticket }), 'RequestDenied'],
        [await askSaml(world, { service, ticket: await newProxyTicket() }), 'RequestDenied'],
        [await askSaml(world, { service: 'nothing', ticket: wrongTicket }), 'Requester'],
        [await askSaml(world, { service: '', ticket: wrongTicket }), 'Requester'],
      ] as const;
      for (const [{ statusCode, body }, status] of refused) {
        expect([statusCode, body.includes(`<StatusCode Value="samlp:${status}">`)]).toEqual([
          200,
          true,
        ]);
        expect(body).not.toContain('NameIdentifier');
      }
    });

    test('answers POST alone', async () => {
      const answer = await world.send({ url: '/cas/samlValidate' });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
    });

    test('a failure of ours is Responder', async () => {
      const ticket = await newTicket();
      await world.db.schema.alterTable('cas_tickets').renameTo('away').execute();
      const answer = await askSaml(world, { service, ticket });
      await world.db.schema.alterTable('away').renameTo('cas_tickets').execute();
      expect([answer.statusCode, answer.body.includes('samlp:Responder')]).toEqual([500, true]);
    });
  });

  test('responses to programs set no cookie', async () => {
    const ticket = await newTicket();
    for (const endpoint of [...casEndpoints, 'validate', 'proxy']) {
      const answer = await call(world, endpoint, { service, ticket });
      expect([answer.headers['set-cookie'], answer.headers['cache-control']]).toEqual([
        undefined,
        'no-store',
      ]);
    }
  });

  test('a validation counts as released data', async () => {
    const other = await makeWorld(kind);
    try {
      await addCasApplications(other.db);
      const ticket = await ticketFor(other, await other.signIn(), timetable.service);
      const given = { service: timetable.service, ticket };
      await ask(other, 'serviceValidate', given);
      await ask(other, 'serviceValidate', given);
      // closing the server stores what it has counted
      await other.server.close();
      const rows = await other.db
        .selectFrom('events')
        .select(['actor', 'count', 'user_id', 'application_id'])
        .where('type', '=', 'data.released')
        .execute();
      expect(rows).toEqual([
        { actor: 'application', count: 1, user_id: other.olena, application_id: timetable.id },
      ]);
    } finally {
      await other.close();
    }
  });
});
