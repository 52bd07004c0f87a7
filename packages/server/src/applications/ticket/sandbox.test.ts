import { blankFacts } from '@brama/contract/applications/fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { openedBy } from '../../../test/support/web-build.ts';
import { addUser, apps, makeWorld, ours, type World } from '../../../test/support/world.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { createSessionStore } from '../../sessions/store.ts';
import { sandboxProtocol } from '../sandbox.ts';
import { createApplicationStore } from '../store.ts';

const { id } = apps.sandbox;

/** Adds a sandbox for students only, which may receive the tax number. */
async function addSandbox({ db }: World) {
  await createApplicationStore(db, () => 0).insert(db, {
    ...blankFacts(),
    id,
    name: 'sandbox',
    title: { uk: 'Пісочниця', en: 'Sandbox' },
    description: { uk: 'опис', en: 'about' },
    access: { groups: ['students'] },
    releases: ['taxId'],
    protocol: sandboxProtocol,
  });
}

describeOnDatabases('the sandbox', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addUser(world.db, { username: 'second', groups: ['students'] }, world.passwordHash);
    await addUser(world.db, { username: 'other', groups: ['employees'] }, world.passwordHash);
    await addSandbox(world);
  });
  afterAll(() => world.close());

  async function openedAt(query: string, cookie: string) {
    const answer = await world.send({ url: `/api/app-redirect?${query}`, headers: { cookie } });
    return new URL(`${answer.headers.location}`, 'http://localhost:3000');
  }
  async function ticketOf(cookie: string, appId = id) {
    const { searchParams } = await openedAt(`appId=${appId}`, cookie);
    return searchParams.get('ticketId') ?? '';
  }
  const ask = (ticketId: unknown, cookie?: string) =>
    world.post('/api/sandbox/ticket', { ticketId }, cookie ? { cookie } : {});

  /** Returns everything by which a client could distinguish two error responses, without the request id. */
  function shapeOf({ statusCode, headers, body }: Awaited<ReturnType<typeof ask>>) {
    const { date: _, 'x-request-id': id = '', ...rest } = headers;
    return { statusCode, rest, body: body.replace(`${id}`, '') };
  }

  test('redirects the browser to its own page in the user’s language, with ticket and state', async () => {
    const cookie = await world.signIn();
    const url = await openedAt(`appId=${id.toUpperCase()}&state=a%26b`, `${cookie}; i18next=en`);
    expect(url.origin + url.pathname).toBe('http://localhost:3000/en/button-wizard/received');
    expect([...url.searchParams.keys()]).toEqual(['ticketId', 'state']);
    expect(url.searchParams.get('state')).toBe('a&b');
    const page = await world.send({ url: url.pathname + url.search, headers: { cookie } });
    expect([page.statusCode, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(page.body).not.toContain(url.searchParams.get('ticketId'));
    expect((await openedAt(`appId=${id}`, cookie)).pathname).toBe('/uk/button-wizard/received');
  });

  test('returns to the same session the data that a server gets, also on a repeated request', async () => {
    const cookie = await world.signIn();
    const ticketId = await ticketOf(cookie);
    const answer = await ask(ticketId, cookie);
    const at = new Date(world.clock.now).toISOString();
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({
      id: ticketId,
      created: at,
      applicationId: id,
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
    const campus = await ticketOf(cookie, apps.campus.id);
    const told = await world.send({
      url: `/api/ticket?${new URLSearchParams({ ticketId: campus, appId: apps.campus.id, appSecret: apps.campus.secret })}`,
    });
    expect(Object.keys(told.json())).toEqual(Object.keys(answer.json()));
    expect(told.json().data).toEqual({
      ...answer.json().data,
      TRACE_ID: told.json().traceId,
      TIME_STAMP: at,
    });
    expect((await ask(ticketId, cookie)).body).toBe(answer.body);
  });

  test('returns the tax number only if the application has the grant and Diia provided it', async () => {
    const cookie = await world.signIn();
    const sessions = createSessionStore(world.db, {
      lifetimes: { idleSeconds: 3600, sharedIdleSeconds: 600, absoluteSeconds: 3600 },
      now: () => world.clock.now,
      encryption: createEncryption(world.keys.data),
    });
    const verified = { method: 'diia' as const, userId: world.olena, verifiedAt: world.clock.now };
    const { secretId } = await world.db
      .transaction()
      .execute((queries) => sessions.start(queries, { ...verified, taxId: '3184710691' }));
    const withNumber = `${cookie.split('=')[0]}=${secretId}`;
    const answer = await ask(await ticketOf(withNumber), withNumber);
    expect(answer.json().data).toMatchObject({ AUTH_METHOD: 'DIIA', TAX_ID: '3184710691' });

    await world.db
      .updateTable('applications')
      .set({ releases: '[]' })
      .where('id', '=', id)
      .execute();
    const silent = await ask(await ticketOf(withNumber), withNumber);
    expect(silent.json().data.TAX_ID).toBe('');
  });

  test('rejects every invalid ticket with the same response', async () => {
    const cookie = await world.signIn();
    const elsewhere = await world.signIn();
    const second = await world.signIn('second');
    const [own, fromElsewhere, ofSecond, ofCampus, late, left] = [
      await ticketOf(cookie),
      await ticketOf(elsewhere),
      await ticketOf(second),
      await ticketOf(cookie, apps.campus.id),
      await ticketOf(cookie),
      await ticketOf(elsewhere),
    ];
    const refusal = shapeOf(await ask('x'.repeat(43), cookie));
    expect([refusal.statusCode, JSON.parse(refusal.body).error.code]).toEqual([
      404,
      'application.ticket-refused',
    ]);
    const tried: [string, unknown, string | undefined][] = [
      ['of another session of the same user', fromElsewhere, cookie],
      ['of another user', ofSecond, cookie],
      ['of another application', ofCampus, cookie],
      ['without a session', own, undefined],
      ['with a session that is none', own, cookie.replace(/=.*/, '=x')],
      ['empty', '', cookie],
      ['long', 'x'.repeat(5000), cookie],
      ['odd', "' or 1=1 \0", cookie],
    ];
    for (const [what, ticketId, who] of tried)
      expect(shapeOf(await ask(ticketId, who)), what).toEqual(refusal);

    // rejected requests have not used up the ticket
    expect((await ask(fromElsewhere, elsewhere)).statusCode).toBe(200);
    expect((await ask(own, cookie)).statusCode).toBe(200);

    await world.post('/api/auth/logout', {}, { cookie: elsewhere });
    expect(shapeOf(await ask(left, elsewhere)), 'of a session that is over').toEqual(refusal);
    world.clock.now += 300_000;
    expect(shapeOf(await ask(late, cookie)), 'late').toEqual(refusal);
  });

  test('no application secret redeems its tickets, and requests from other sites are rejected', async () => {
    const cookie = await world.signIn();
    const ticketId = await ticketOf(cookie);
    for (const appSecret of [apps.campus.secret, 'undefined', 'A'.repeat(43)]) {
      const query = new URLSearchParams({ ticketId, appId: id, appSecret });
      const answer = await world.send({ url: `/api/ticket?${query}` });
      expect(answer.json().error.code).toBe('application.credentials-refused');
    }
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'https://campus.example' }])
      expect(
        (
          await world.send({
            method: 'POST',
            url: '/api/sandbox/ticket',
            payload: { ticketId },
            headers: { cookie, ...headers },
          })
        ).json().error.code,
      ).toBe('request.foreign-origin');
  });

  test('a user without access gets no ticket', async () => {
    const url = await openedAt(`appId=${id}`, await world.signIn('other'));
    expect(url.pathname).toBe('/uk/apps');
  });

  test('is marked as sandbox in the list of the portal and can be opened from there', async () => {
    const cookie = await world.signIn();
    const { applications } = (await world.send({ url: '/user', headers: { cookie } })).json();
    const marked = applications.filter((one: { sandbox?: true }) => one.sandbox);
    expect(marked.map((one: { id: string }) => one.id)).toEqual([id]);
    const page = await world.send({ url: `/uk/apps?appId=${id}`, headers: { cookie } });
    expect(openedBy(page.body)).toContain(`/api/app-redirect?appId=${id}`);
  });

  test('the button wizard sees only the sandbox and the applications that the user may open', async () => {
    const known = async (cookie?: string, query = '') => {
      const headers = { ...ours, 'accept-language': 'en', ...(cookie && { cookie }) };
      return (await world.send({ url: `/api/known-applications${query}`, headers })).json();
    };
    const sandbox = { id, title: 'Sandbox' };
    expect(await known()).toEqual({ sandbox, own: [] });
    expect(await known('brama_session=x', `?appId=${apps.campus.id}`)).toEqual({
      sandbox,
      own: [],
    });
    expect(await known(await world.signIn())).toEqual({
      sandbox,
      own: [
        { id: apps.campus.id, title: 'campus eng' },
        { id: apps.library.id, title: 'library eng' },
      ],
    });
    expect(await known(await world.signIn('other'))).toEqual({
      sandbox,
      own: [
        { id: apps.campus.id, title: 'campus eng' },
        { id: apps.rooms.id, title: 'rooms eng' },
      ],
    });
  });

  test('no ticket, state, cookie or user name reaches the log', async () => {
    const cookie = await world.signIn();
    world.lines.length = 0;
    const url = await openedAt(`appId=${id}&state=hidden`, cookie);
    const ticketId = url.searchParams.get('ticketId') ?? '';
    await world.send({ url: url.pathname + url.search, headers: { cookie } });
    await ask(ticketId, cookie);
    await ask(ticketId);
    expect(world.lines.length).toBeGreaterThan(3);
    for (const secret of [ticketId, 'hidden', cookie.split('=')[1], 'Шевченко'])
      expect(world.lines.join('')).not.toContain(secret);
  });
});

test('without a sandbox, ticket requests are rejected and no sandbox is listed', async () => {
  const world = await makeWorld('sqlite');
  const cookie = await world.signIn();
  const answer = await world.post('/api/sandbox/ticket', { ticketId: 'x' }, { cookie });
  expect(answer.json().error.code).toBe('application.ticket-refused');
  const known = await world.send({ url: '/api/known-applications' });
  expect(known.json()).toEqual({ sandbox: null, own: [] });
  await world.close();
});
