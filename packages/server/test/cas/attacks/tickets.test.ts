// Tickets that were stolen, sent again, sent at once, or sent for another service (CAS Protocol 3.0.3 §3.1 and §3.2).

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addCasApplication,
  addCasApplications,
  archive,
  changeCasApplication,
  timetable,
} from '../../support/cas/applications.ts';
import { ask, askSaml, call, ticketFor } from '../../support/cas/client.ts';
import { hostile } from '../../support/cas/services.ts';
import { databaseKinds } from '../../support/databases.ts';
import { makeWorld, type World } from '../../support/world.ts';

const { service } = timetable;
const unknown = `ST-${'a'.repeat(43)}`;

describe.each(databaseKinds)('CAS tickets, on %s', (kind) => {
  let world: World;
  let cookie: string;
  const validate = (ticket: string, query: Record<string, string> = {}, to?: World['server']) =>
    ask(world, 'serviceValidate', { service, ticket, ...query }, to);
  const newTicket = () => ticketFor(world, cookie, service);

  beforeAll(async () => {
    world = await makeWorld(kind);
    await addCasApplications(world.db);
  });
  beforeEach(async () => {
    world.clock.now += 60_000;
    cookie = await world.signIn();
  });
  afterAll(() => world.close());

  const used = { code: 'INVALID_TICKET', description: 'the ticket was used before' };
  const sessionOver = { code: 'INVALID_TICKET', description: 'the session of the user has ended' };

  test('of many requests at two nodes one succeeds', async () => {
    const other = await world.node();
    const ticket = await newTicket();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => validate(ticket, {}, at % 2 ? other : world.server)),
    );
    expect(answers.filter(({ user }) => user === 'O.Shevchenko')).toHaveLength(1);
    expect(answers.filter(({ user }) => user === undefined)).toEqual(
      Array.from({ length: 19 }, () => used),
    );
  });

  test('a second use fails at every endpoint', async () => {
    const ticket = await newTicket();
    expect(await validate(ticket)).toEqual({ user: 'O.Shevchenko' });
    for (const endpoint of [
      'serviceValidate',
      'proxyValidate',
      'p3/serviceValidate',
      'p3/proxyValidate',
    ])
      expect(await ask(world, endpoint, { service, ticket })).toEqual(used);
    expect((await call(world, 'validate', { service, ticket })).body).toBe('no\n\n');
    expect((await askSaml(world, { service, ticket })).body).toContain('samlp:RequestDenied');
  });

  test.each(hostile.filter(Boolean))(
    'the service %j is refused, and the ticket is used',
    async (other) => {
      const ticket = await newTicket();
      const said = await validate(ticket, { service: other });
      expect(['INVALID_SERVICE', 'INVALID_REQUEST']).toContain(said.code);
      expect(said.description).not.toContain('campus');
      expect(await validate(ticket)).toEqual(used);
    },
  );

  test('a ticket of one application is no ticket of another', async () => {
    const ticket = await newTicket();
    const code = 'INVALID_SERVICE';
    const description = 'the ticket was issued to another service';
    expect(await validate(ticket, { service: archive.service })).toEqual({ code, description });
    expect(await validate(ticket)).toEqual(used);
  });

  test.each([`${service}?a=1`, `${service}x`])(
    'another address of the same application is refused: %s',
    async (other) => {
      expect((await validate(await newTicket(), { service: other })).code).toBe('INVALID_SERVICE');
    },
  );

  test('the same address in another spelling is the same service', async () => {
    const other = 'HTTPS://CAMPUS.example:443/app/';
    expect(await validate(await newTicket(), { service: other })).toEqual({ user: 'O.Shevchenko' });
  });

  test('a ticket is valid for five minutes', async () => {
    const [first, second] = [await newTicket(), await newTicket()];
    world.clock.now += 299_999;
    expect(await validate(first)).toEqual({ user: 'O.Shevchenko' });
    world.clock.now += 1;
    const code = 'INVALID_TICKET';
    expect(await validate(second)).toEqual({ code, description: 'the ticket has expired' });
  });

  test('a ticket ends with the session', async () => {
    const ticket = await newTicket();
    await world.post('/api/auth/logout', undefined, { cookie });
    expect(await validate(ticket)).toEqual(sessionOver);
  });

  test('a ticket ends with a session that expires, and with a disabled account', async () => {
    const ticket = await newTicket();
    const disable = (disabled: number) =>
      world.db.updateTable('users').set({ disabled }).where('id', '=', world.olena).execute();
    await disable(1);
    expect(await validate(ticket)).toEqual(sessionOver);
    await disable(0);
    expect(await validate(ticket)).toEqual(used);
    const other = await newTicket();
    await world.db.updateTable('sessions').set({ expires_at: world.clock.now }).execute();
    expect(await validate(other)).toEqual(sessionOver);
  });

  test('changes of the application count at once', async () => {
    const id = '0b7d3c52-6a1e-4f0b-9c44-2d8a5e7f1c03';
    const at = 'https://changing.example/';
    const record = { id, name: `changing-${kind}`, protocol: { services: [at] } };
    await addCasApplication(world.db, record);
    world.clock.now += 6_000;
    const tryWith = async (changed: Parameters<typeof addCasApplication>[1]) => {
      const ticket = await ticketFor(world, cookie, at);
      await changeCasApplication(world.db, changed);
      const said = await validate(ticket, { service: at });
      await changeCasApplication(world.db, record);
      return said.code ?? said.user;
    };
    expect(await tryWith({ ...record, groups: ['employees'] })).toBe('INVALID_TICKET');
    expect(await tryWith({ ...record, minimumLevel: 'urn:brama:acr:mfa' })).toBe('INVALID_TICKET');
    const signInMethods = ['diia'];
    expect(await tryWith({ ...record, protocol: { services: [at], signInMethods } })).toBe(
      'INVALID_TICKET',
    );
    const services = ['https://changing.example/other/'];
    expect(await tryWith({ ...record, protocol: { services } })).toBe('INVALID_SERVICE');
    expect(await tryWith(record)).toBe('O.Shevchenko');
  });

  test.each([
    unknown,
    'ST-1',
    `${unknown}a`,
    unknown.slice(0, -1),
    `PGT-${'a'.repeat(43)}`,
    `st-${'a'.repeat(43)}`,
    `${unknown}\0`,
    '../../etc/passwd',
    "' or 1=1 --",
    'x'.repeat(8_000),
  ])('%j is unknown', async (ticket) => {
    const code = 'INVALID_TICKET';
    expect(await validate(ticket)).toEqual({ code, description: 'the ticket is unknown' });
  });

  test('renew requires a sign-in since the login request', async () => {
    const ticket = await newTicket();
    expect((await validate(ticket, { renew: 'true' })).code).toBe('INVALID_TICKET');
    expect(await validate(ticket)).toEqual(used);
    expect(await validate(await newTicket(), { renew: 'false' })).toEqual({ user: 'O.Shevchenko' });
  });

  test('neither rows nor log lines hold a ticket or an address', async () => {
    world.lines.length = 0;
    const at = `${service}?secret-query`;
    const ticket = await ticketFor(world, cookie, at);
    await validate(ticket, { service: `${at}2` });
    await validate(ticket, { service: at });
    const rows = await world.db.selectFrom('cas_tickets').selectAll().execute();
    const stored = JSON.stringify(rows) + world.lines.join('\n');
    expect(stored).not.toContain(ticket.slice(3));
    expect(stored).not.toContain('secret-query');
    const refused = world.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'ticket refused');
    expect(
      refused.map(({ level, application, code, reason }) => [level, application, code, reason]),
    ).toEqual([
      ['info', timetable.id, 'INVALID_SERVICE', 'other-service'],
      ['warn', timetable.id, 'INVALID_TICKET', 'used'],
    ]);
  });

  test('notes of unknown tickets are limited; known tickets of the network stay valid', async () => {
    const limited = await makeWorld(kind, { RATE_LIMIT_SECRETS_PER_MINUTE: '8' });
    try {
      await addCasApplications(limited.db);
      const session = await limited.signIn();
      const ticket = await ticketFor(limited, session, service);
      const send = (text: string, at = service) =>
        call(limited, 'serviceValidate', { service: at, ticket: text });
      const notes = () => limited.lines.filter((line) => line.includes('ticket refused')).length;
      for (let times = 1; times <= 20; times += 1)
        expect((await send(unknown)).body).toContain('code="INVALID_TICKET"');
      const noted = notes();
      expect([noted > 0, noted < 20]).toEqual([true, true]);
      await send(unknown);
      expect(notes()).toBe(noted);
      await send(unknown, archive.service);
      expect(notes()).toBe(noted + 1);
      expect((await send(ticket)).body).toContain('<cas:user>O.Shevchenko</cas:user>');
    } finally {
      await limited.close();
    }
  });
});
