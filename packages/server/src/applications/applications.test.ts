import { ticketErrors } from '@brama/contract/api/ticket';
import { errorTable } from '@brama/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, apps, makeWorld, type World } from '../../test/support/world.ts';

test.each(Object.entries(ticketErrors))(
  'the ticket error %s has the same status in the error table: %s',
  (code, status) => {
    expect(errorTable[code as keyof typeof ticketErrors].status).toBe(status);
  },
);

describeOnDatabases('application launch', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());

  async function open(query: string, headers = {}) {
    const answer = await world.send({ url: `/api/app-redirect?${query}`, headers });
    return { status: answer.statusCode, location: answer.headers.location ?? '', answer };
  }

  async function ticketOf(cookie: string) {
    const { location } = await open(`appId=${apps.campus.id}`, { cookie });
    return new URL(location).searchParams.get('ticketId') ?? '';
  }

  const resolve = (ticketId: string, app: { id: string; secret: string } = apps.campus) =>
    world.send({
      url: `/api/ticket?${new URLSearchParams({ ticketId, appId: app.id, appSecret: app.secret })}`,
    });

  test('redirects with a new ticket, the query of the redirect URL and the state', async () => {
    const cookie = await world.signIn();
    const { status, location, answer } = await open(`appId=${apps.campus.id}&state=a%26b`, {
      cookie,
    });
    expect(status).toBe(302);
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe('https://campus.example/callback');
    expect(url.searchParams.get('from')).toBe('brama');
    expect(url.searchParams.get('state')).toBe('a&b');
    expect(url.searchParams.get('ticketId')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('several tabs and Back work: each launch issues its own ticket', async () => {
    const cookie = await world.signIn();
    const tickets = await Promise.all([ticketOf(cookie), ticketOf(cookie), ticketOf(cookie)]);
    expect(new Set(tickets).size).toBe(3);
    for (const ticket of tickets) expect((await resolve(ticket)).statusCode).toBe(200);
  });

  test('the resolved ticket has the fields of the contract', async () => {
    const ticketId = await ticketOf(await world.signIn());
    const answer = await resolve(ticketId);
    const at = new Date(world.clock.now).toISOString();
    expect(answer.json()).toEqual({
      id: ticketId,
      created: at,
      applicationId: apps.campus.id,
      traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      data: {
        STUDENT_ID: 'KV-1',
        EMPLOYEE_ID: '',
        AUTH_METHOD: 'PASSWORD',
        TAX_ID: '',
        NAME: 'Шевченко Олена',
        TRACE_ID: answer.json().traceId,
        TIME_STAMP: at,
      },
    });
  });

  test('POST with HTTP Basic returns the same response', async () => {
    const ticketId = await ticketOf(await world.signIn());
    const basic = Buffer.from(`${apps.campus.id}:${apps.campus.secret}`).toString('base64');
    const answer = await world.send({
      method: 'POST',
      url: '/api/ticket',
      headers: { authorization: `Basic ${basic}` },
      payload: { ticketId },
    });
    expect(answer.json()).toEqual((await resolve(ticketId)).json());
  });

  test.each(['', 'Basic', 'Basic %%%', 'Basic bm9jb2xvbg==', 'Bearer abc'])(
    'POST with the credentials %j is rejected',
    async (authorization) => {
      const answer = await world.send({
        method: 'POST',
        url: '/api/ticket',
        headers: { authorization },
        payload: { ticketId: 'x' },
      });
      expect([answer.statusCode, answer.json().error.code]).toEqual([
        401,
        'application.credentials-refused',
      ]);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic/);
    },
  );

  test('a wrong secret gets 401 with a WWW-Authenticate header', async () => {
    const basic = Buffer.from(`${apps.campus.id}:wrong`).toString('base64');
    const answer = await world.send({
      method: 'POST',
      url: '/api/ticket',
      headers: { authorization: `Basic ${basic}` },
      payload: { ticketId: 'x' },
    });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Basic'),
    ]);
  });

  test.each([
    ['request.malformed', 'application/json', '{'],
    ['request.invalid', 'application/json', '{}'],
    ['request.unsupported-type', 'text/plain', '{"ticketId":"x"}'],
    ['application.ticket-refused', 'application/json', '{"ticketId":"x"}'],
  ] as const)('POST fails with %s and the status of the contract', async (code, type, payload) => {
    const credentials = Buffer.from(`${apps.campus.id}:${apps.campus.secret}`).toString('base64');
    const answer = await world.send({
      method: 'POST',
      url: '/api/ticket',
      headers: { authorization: `Basic ${credentials}`, 'content-type': type },
      payload,
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([ticketErrors[code], code]);
  });

  test('the same application can read a ticket again for 5 minutes, other applications cannot', async () => {
    const ticketId = await ticketOf(await world.signIn());
    expect((await resolve(ticketId, apps.rooms)).statusCode).toBe(404);
    expect((await resolve(ticketId)).statusCode).toBe(200);
    world.clock.now += 299_000;
    expect((await resolve(ticketId)).statusCode).toBe(200);
    expect((await resolve(ticketId, apps.rooms)).statusCode).toBe(404);
    world.clock.now += 1000;
    const late = await resolve(ticketId);
    expect([late.statusCode, late.json().error.code]).toEqual([404, 'application.ticket-refused']);
  });

  test.each([
    ['a wrong secret', { id: apps.campus.id, secret: 'x'.repeat(40) }],
    [
      'an unknown application',
      { id: '00000000-0000-4000-8000-000000000000', secret: apps.campus.secret },
    ],
    ['an application without tickets', { id: apps.library.id, secret: apps.campus.secret }],
    ['an id that is none', { id: "' or 1=1", secret: apps.campus.secret }],
  ])('%s is rejected', async (_, app) => {
    const ticketId = await ticketOf(await world.signIn());
    const answer = await resolve(ticketId, app);
    expect([answer.statusCode, answer.json().error.code]).toEqual([
      401,
      'application.credentials-refused',
    ]);
  });

  test('the application id is case-insensitive', async () => {
    const cookie = await world.signIn();
    const { location } = await open(`appId=${apps.campus.id.toUpperCase()}`, { cookie });
    expect(location).toContain('https://campus.example/');
  });

  test('sign-out invalidates unread tickets; a read ticket can be read again', async () => {
    const cookie = await world.signIn();
    const [read, unread] = [await ticketOf(cookie), await ticketOf(cookie)];
    await resolve(read);
    await world.post('/api/auth/logout', undefined, { cookie });
    expect((await resolve(unread)).statusCode).toBe(404);
    expect((await resolve(read)).statusCode).toBe(200);
  });

  test('a ticket of a user disabled after its issue is rejected', async () => {
    const id = await addUser(world.db, { username: 'gone' }, world.passwordHash);
    const ticketId = await ticketOf(await world.signIn('gone'));
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', id).execute();
    expect((await resolve(ticketId)).statusCode).toBe(404);
  });

  test('an application without sign-in opens at its address without a ticket', async () => {
    const { location } = await open(`appId=${apps.library.id}&state=x`, {
      cookie: await world.signIn(),
    });
    expect(location).toBe('https://library.example/');
  });

  test('an anonymous user signs in first, and only known parameters are kept', async () => {
    const carried = `appId=${apps.campus.id}&state=s%201&request=r`;
    const { status, location } = await open(`${carried}&evil=1`, { cookie: 'i18next=en' });
    expect(status).toBe(302);
    expect(location).toBe(`/en/?appId=${apps.campus.id}&state=s+1&request=r`);
  });

  test.each([
    ['not allowed', apps.rooms.id],
    ['unknown', '00000000-0000-4000-8000-000000000000'],
    ['no id', 'https://evil.example/'],
    ['NUL', '%00'],
  ])('%s: redirects to the applications page with the appId', async (_, id) => {
    const { status, location } = await open(`appId=${id}`, { cookie: await world.signIn() });
    expect(status).toBe(302);
    expect(location).toMatch(/^\/uk\/apps\?appId=/);
  });

  test('without appId: redirects to the applications page', async () => {
    const { location } = await open('', { cookie: await world.signIn() });
    expect(location).toBe('/uk/apps');
  });

  test('tickets are stored only as hashes', async () => {
    const ticketId = await ticketOf(await world.signIn());
    const rows = await world.db.selectFrom('application_tickets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticketId);
  });
});
