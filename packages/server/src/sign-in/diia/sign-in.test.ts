import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealing } from '../../sealing.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { callbackOf } from '../../testing/diia/partner.ts';
import { clockStart, type DiiaWorld, makeDiiaWorld, taxId } from '../../testing/diia/world.ts';
import { addUser, apps } from '../../testing/world.ts';
import { createSignInTickets } from '../store.ts';
import { createDiiaRequests } from './store.ts';

describe.each(databaseKinds)('signing in with Diia, on %s', (kind) => {
  let world: DiiaWorld;
  beforeAll(async () => {
    world = await makeDiiaWorld(kind);
  });
  afterAll(() => world.close());

  const enter = (sessionId: string, to = world.server) =>
    world.post('/api/auth/internal', { sessionId }, {}, to);

  async function confirmed() {
    const link = await world.askLink();
    expect((await world.confirm(link.requestId)).statusCode).toBe(200);
    return link;
  }

  test('link → confirmed → ticket → session → user', async () => {
    const { answer, cookie, requestId, ...link } = await world.askLink();
    expect(answer.statusCode).toBe(200);
    expect(link).toEqual({
      deepLink: expect.stringMatching(/^https:\/\/diia\.app\/acquirers\//),
      pageLink: 'http://localhost:3000/uk/diia',
      createdAt: new Date(world.clock.now).toISOString(),
    });
    expect(requestId).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(answer.cookies).toMatchObject([
      { name: 'brama_diia', httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
    expect((await world.check(requestId, cookie)).json()).toEqual({
      status: 'Processing',
      sessionId: null,
    });
    const called = await world.confirm(requestId);
    expect([called.statusCode, called.json()]).toEqual([200, { success: true }]);
    const finished = (await world.check(requestId, cookie)).json();
    expect(finished).toEqual({
      status: 'Finished',
      sessionId: expect.stringMatching(/^[\w-]{43}$/),
    });
    const entered = await enter(finished.sessionId);
    const session = `brama_session=${entered.cookies[0]?.value}`;
    const user = await world.send({ url: '/user', headers: { cookie: session } });
    expect(user.json()).toMatchObject({ fullName: 'Мельник Тарас' });
    expect(user.body).not.toContain(taxId);
  });

  test('the address for another device keeps the application, and nothing that is this browser’s', async () => {
    const answer = await world.send({ url: '/api/diia/app-link?appId=a%26b&state=s&request=r' });
    expect(answer.json().pageLink).toBe('http://localhost:3000/uk/diia?appId=a%26b');
  });

  test('Diia is asked for our branch and offer, and leads back in the language of the page', async () => {
    const before = world.diia.calls.length;
    await world.send({ url: '/api/diia/app-link', headers: { 'accept-language': 'en' } });
    const [asked] = world.diia.calls.slice(before).filter(({ method }) => method === 'POST');
    expect(asked).toMatchObject({
      url: 'https://api2.diia.example/api/v2/acquirers/branch/branch-1/offer-request/dynamic',
      authorization: 'Bearer session-token-hush-4711',
      body: {
        offerId: 'offer-1',
        returnLink: 'http://localhost:3000/en/auth-success',
        signAlgo: 'ECDSA',
      },
    });
  });

  test.each(['form-data', 'mixed'])('a callback as multipart/%s', async (form) => {
    const { requestId } = await world.askLink();
    const called = await world.call(callbackOf(requestId, world.sign(requestId), form));
    expect(called.json()).toEqual({ success: true });
  });

  test('the same callback again changes nothing; another one is refused', async () => {
    const { requestId, cookie } = await world.askLink();
    const once = callbackOf(requestId, world.sign(requestId));
    expect((await world.call(once)).json()).toEqual({ success: true });
    const row = () =>
      world.db
        .selectFrom('diia_requests')
        .selectAll()
        .where('request_id', '=', requestId)
        .executeTakeFirstOrThrow();
    const before = await row();
    world.clock.now += 1000;
    expect((await world.call(once)).json()).toEqual({ success: true });
    const other = world.diia.person('TINUA-1111111111');
    const second = await world.confirm(requestId, { leaf: other });
    expect([second.statusCode, second.json()]).toEqual([400, { success: false }]);
    expect(world.reasons().at(-1)).toBe('request-used');
    expect(await row()).toEqual(before);
    expect((await world.check(requestId, cookie)).json().status).toBe('Finished');
  });

  test('the same callback once more after everything is over is still a success', async () => {
    const { requestId, cookie } = await world.askLink();
    const once = callbackOf(requestId, world.sign(requestId));
    await world.call(once);
    world.clock.now += 20 * 60_000;
    expect((await world.call(once)).json()).toEqual({ success: true });
    expect((await world.check(requestId, cookie)).statusCode).toBe(404);
  });

  test('a request is finished once, however the database is asked', async () => {
    const sealing = createSealing(world.keys.data);
    const requests = createDiiaRequests(world.db, { now: () => world.clock.now, sealing });
    const requestId = Buffer.alloc(32, kind).toString('base64');
    await requests.add(requestId, 'browser', world.clock.now);
    const finish = (hash: string, number: string) => requests.finish(requestId, hash, number);
    expect(await finish('first', taxId)).toBe(true);
    expect(await finish('second', '1111111111')).toBe(false);
    expect(await requests.find(requestId, 'browser')).toMatchObject({ finished: true, taxId });
    const late = Buffer.alloc(32, 3).toString('base64');
    await requests.add(late, 'browser', world.clock.now - 300_000);
    expect(await requests.finish(late, 'hash', taxId)).toBe(false);
  });

  test('of two different callbacks at the same moment one counts', async () => {
    const other = await world.node();
    const { requestId } = await world.askLink();
    const stranger = world.diia.person('TINUA-1111111111');
    const answers = await Promise.all([
      world.confirm(requestId),
      world.confirm(requestId, { leaf: stranger }, other),
    ]);
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 400]);
  });

  test('a link made on one node, confirmed on another, fetched on a third, after a restart of all', async () => {
    const { requestId, cookie } = await world.askLink();
    await world.confirm(requestId, {}, await world.node());
    const { sessionId } = (await world.check(requestId, cookie, await world.node())).json();
    expect((await enter(sessionId, await world.node())).statusCode).toBe(200);
  });

  test('a second browser that knows the request learns no more than of an unknown one', async () => {
    const { requestId, cookie } = await confirmed();
    const stranger = await world.askLink();
    const unknown = Buffer.alloc(32, 7).toString('base64');
    const asked = await Promise.all([
      world.check(requestId, stranger.cookie),
      world.check(requestId, ''),
      world.check(requestId, 'brama_diia=x'),
      world.check(unknown, cookie),
    ]);
    for (const strange of ['\0', 'x', `${requestId}\0`, '%00', '“'])
      asked.push(await world.check(strange, cookie));
    for (const answer of asked) {
      const { requestId: _, ...rest } = answer.json().error;
      expect([answer.statusCode, rest]).toEqual([404, { code: 'diia.request-unknown' }]);
    }
    expect((await world.check(requestId, cookie)).json().status).toBe('Finished');
  });

  test('a repeated poll gives a new ticket that voids the one before', async () => {
    const { requestId, cookie } = await confirmed();
    const first = (await world.check(requestId, cookie)).json().sessionId;
    const second = (await world.check(requestId, cookie)).json().sessionId;
    expect(second).not.toBe(first);
    expect((await enter(first)).statusCode).toBe(401);
    expect((await enter(second)).statusCode).toBe(200);
    const over = await world.check(requestId, cookie);
    expect([over.statusCode, over.json().error.code]).toEqual([404, 'diia.request-unknown']);
  });

  test('however many polls at the same moment, on two nodes: one session', async () => {
    const other = await world.node();
    const { requestId, cookie } = await confirmed();
    const polls = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.check(requestId, cookie, i % 2 ? other : world.server),
      ),
    );
    const tickets = polls.map((poll) => poll.json().sessionId as string);
    const used = await Promise.all(
      [...tickets, ...tickets].map((ticket, i) => enter(ticket, i % 2 ? other : world.server)),
    );
    expect(used.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const again = await world.check(requestId, cookie);
    expect(again.statusCode).toBe(404);
  });

  test('polls and exchanges in between each other: still one session', async () => {
    const { requestId, cookie } = await confirmed();
    const attempts = await Promise.all(
      Array.from({ length: 15 }, async () => {
        const poll = (await world.check(requestId, cookie)).json();
        return poll.sessionId ? (await enter(poll.sessionId)).statusCode : 404;
      }),
    );
    expect(attempts.filter((status) => status === 200)).toHaveLength(1);
  });

  test('a ticket that was never used runs out, and the next poll gives another', async () => {
    const { requestId, cookie } = await confirmed();
    const { sessionId } = (await world.check(requestId, cookie)).json();
    world.clock.now += 61_000;
    expect((await enter(sessionId)).statusCode).toBe(401);
    const next = (await world.check(requestId, cookie)).json();
    expect((await enter(next.sessionId)).statusCode).toBe(200);
  });

  test('no second session either once everything old has been swept', async () => {
    const now = () => world.clock.now;
    const sealing = createSealing(world.keys.data);
    const { sweep } = createSignInTickets(world.db, { ttlSeconds: 60, now, sealing });
    const { requestId, cookie } = await confirmed();
    await enter((await world.check(requestId, cookie)).json().sessionId);
    for (const minutes of [1, 2, 3, 4]) {
      world.clock.now += 60_000;
      await sweep(1000);
      expect([minutes, (await world.check(requestId, cookie)).statusCode]).toEqual([minutes, 404]);
    }
  });

  test('the code before this one still counts after a refresh', async () => {
    const first = await world.askLink();
    world.clock.now += 120_000;
    const second = await world.askLink(first.cookie);
    expect(second.requestId).not.toBe(first.requestId);
    expect(second.cookie).toBe(first.cookie);
    await world.confirm(first.requestId);
    expect((await world.check(first.requestId, first.cookie)).json().status).toBe('Finished');
    expect((await world.check(second.requestId, first.cookie)).json().status).toBe('Processing');
  });

  test.each([
    [299, 200],
    [300, 400],
  ])('a callback %i s after the link: %i', async (seconds, status) => {
    const { requestId, cookie } = await world.askLink();
    world.clock.now += seconds * 1000;
    expect((await world.confirm(requestId)).statusCode).toBe(status);
    expect((await world.check(requestId, cookie)).statusCode).toBe(status === 200 ? 200 : 404);
    if (status === 400) expect(world.reasons().at(-1)).toBe('request-expired');
  });

  test('the browser may fetch its sign-in for five minutes, not longer', async () => {
    const { requestId, cookie } = await confirmed();
    world.clock.now += 299_000;
    expect((await world.check(requestId, cookie)).statusCode).toBe(200);
    world.clock.now += 1000;
    expect((await world.check(requestId, cookie)).statusCode).toBe(404);
  });

  test('plus signs that arrive as spaces are plus signs', async () => {
    let link = await world.askLink();
    while (!link.requestId.includes('+')) link = await world.askLink(link.cookie);
    const answer = await world.send({
      url: `/api/diia/check-request?requestId=${link.requestId}`,
      headers: { cookie: link.cookie },
    });
    expect(answer.statusCode).toBe(200);
  });

  describe('who may not enter', () => {
    const refusedFor = async (number: string | undefined) => {
      const { requestId, cookie } = await world.askLink();
      const called = await world.confirm(requestId, { leaf: world.diia.person(number) });
      expect(called.json()).toEqual({ success: true });
      const answers = [await world.check(requestId, cookie), await world.check(requestId, cookie)];
      for (const answer of answers) {
        const { requestId: _, ...rest } = answer.json().error;
        expect([answer.statusCode, rest]).toEqual([403, { code: 'diia.not-linked' }]);
      }
    };

    test.each([
      ['a number nobody has here', 'TINUA-2222222222'],
      ['another document', 'PNOUA-123456789'],
      ['no number at all', undefined],
    ])('somebody with %s: told to get linked, and no account is made', async (_, number) => {
      const users = () => world.db.selectFrom('users').select('id').execute();
      const before = (await users()).length;
      await refusedFor(number);
      expect(await users()).toHaveLength(before);
    });

    test('a disabled user', async () => {
      const number = '2999999999';
      await addUser(
        world.db,
        { username: `out-${kind}`, disabled: true, taxIdHash: world.hash(number) },
        world.passwordHash,
      );
      await refusedFor(`TINUA-${number}`);
    });

    test('a user disabled between confirming and entering', async () => {
      const number = '2999999998';
      const id = await addUser(
        world.db,
        { username: `leaver-${kind}`, taxIdHash: world.hash(number) },
        world.passwordHash,
      );
      const { requestId, cookie } = await world.askLink();
      await world.confirm(requestId, { leaf: world.diia.person(`TINUA-${number}`) });
      const { sessionId } = (await world.check(requestId, cookie)).json();
      await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', id).execute();
      expect((await enter(sessionId)).statusCode).toBe(401);
      expect((await world.check(requestId, cookie)).statusCode).toBe(403);
    });
  });

  describe('what is held of the tax number', () => {
    async function signedIn() {
      const { requestId, cookie } = await confirmed();
      const { sessionId } = (await world.check(requestId, cookie)).json();
      const entered = await enter(sessionId);
      return `brama_session=${entered.cookies[0]?.value}`;
    }
    async function ticketOf(cookie: string, releases: string[]) {
      await world.db
        .updateTable('applications')
        .set({ releases: JSON.stringify(releases) })
        .where('id', '=', apps.campus.id)
        .execute();
      const gone = await world.send({
        url: `/api/app-redirect?appId=${apps.campus.id}`,
        headers: { cookie },
      });
      const ticketId = new URL(String(gone.headers.location)).searchParams.get('ticketId') ?? '';
      const { id, secret } = apps.campus;
      const read = () =>
        world.send({
          url: `/api/ticket?${new URLSearchParams({ ticketId, appId: id, appSecret: secret })}`,
        });
      return { read };
    }

    test('an application whose record releases it is told; any other is not', async () => {
      const cookie = await signedIn();
      const released = await (await ticketOf(cookie, ['taxId'])).read();
      expect(released.json().data).toMatchObject({
        AUTH_METHOD: 'DIIA',
        TAX_ID: taxId,
        STUDENT_ID: 'KV-2',
        NAME: 'Мельник Тарас',
      });
      const kept = await (await ticketOf(cookie, [])).read();
      expect(kept.json().data).toMatchObject({ AUTH_METHOD: 'DIIA', TAX_ID: '' });
    });

    test('a session opened with a password has none to tell', async () => {
      const cookie = await world.signIn('taras');
      const answer = await (await ticketOf(cookie, ['taxId'])).read();
      expect(answer.json().data).toMatchObject({ AUTH_METHOD: 'PASSWORD', TAX_ID: '' });
    });

    test('after sign-out nobody is told any more', async () => {
      const cookie = await signedIn();
      const { read } = await ticketOf(cookie, ['taxId']);
      expect((await read()).json().data.TAX_ID).toBe(taxId);
      await world.post('/api/auth/logout', undefined, { cookie });
      expect((await read()).json().data.TAX_ID).toBe('');
    });

    test('it stands nowhere in clear, and is worth nothing in another session', async () => {
      const cookie = await signedIn();
      const tables = ['sessions', 'sign_in_tickets', 'diia_requests', 'users'] as const;
      const dump = await Promise.all(
        tables.map((table) => world.db.selectFrom(table).selectAll().execute()),
      );
      const text = JSON.stringify(dump);
      expect(text).not.toContain(taxId);
      expect(text).not.toContain(Buffer.from(taxId).toString('base64url').slice(0, 12));
      expect(text).toContain('v1.');
      const other = await world.signIn('taras');
      const rows = await world.db
        .selectFrom('sessions')
        .select(['uid', 'method', 'sealed_tax_id'])
        .orderBy('created_at', 'desc')
        .execute();
      const sealed = rows.find(({ sealed_tax_id }) => sealed_tax_id)?.sealed_tax_id ?? '';
      await world.db
        .updateTable('sessions')
        .set({ sealed_tax_id: sealed })
        .where('method', '=', 'password')
        .execute();
      expect((await (await ticketOf(other, ['taxId'])).read()).json().data.TAX_ID).toBe('');
      expect((await (await ticketOf(cookie, ['taxId'])).read()).json().data.TAX_ID).toBe(taxId);
    });

    test('a used ticket keeps none', async () => {
      await signedIn();
      const rows = await world.db
        .selectFrom('sign_in_tickets')
        .select('sealed_tax_id')
        .where('consumed_at', 'is not', null)
        .where('sealed_tax_id', 'is not', null)
        .execute();
      expect(rows).toEqual([]);
    });
  });

  test('another site cannot have a browser ask', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const before = world.diia.calls.length;
      const answer = await world.send({
        url: '/api/diia/app-link',
        headers: { 'sec-fetch-site': site },
      });
      expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
      expect(world.diia.calls).toHaveLength(before);
    }
  });

  test('what is over is swept', async () => {
    const sealing = createSealing(world.keys.data);
    const { sweep } = createDiiaRequests(world.db, { now: () => world.clock.now, sealing });
    await world.askLink();
    world.clock.now += 300_000;
    const young = await world.askLink();
    while ((await sweep(200)) === 200);
    const left = await world.db.selectFrom('diia_requests').select('request_id').execute();
    expect(left).toEqual([{ request_id: young.requestId }]);
    expect(world.clock.now).toBeGreaterThan(clockStart);
  });
});
