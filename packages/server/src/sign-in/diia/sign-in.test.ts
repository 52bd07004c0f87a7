import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { callbackOf } from '../../../test/support/diia/partner.ts';
import { type DiiaWorld, makeDiiaWorld, taxId } from '../../../test/support/diia/world.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { deleteExpiredFrom } from '../../database/expiring-tables.ts';
import { DiiaRequests } from './request-store.ts';

describeOnDatabases('signing in with Diia', (kind) => {
  let world: DiiaWorld;
  beforeAll(async () => {
    world = await makeDiiaWorld(kind);
  });
  afterAll(() => world.close());

  test('link → confirmation → ticket → session → user', async () => {
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
    const entered = await world.enter(finished.sessionId);
    const session = `brama_session=${entered.cookies[0]?.value}`;
    const user = await world.send({ url: '/user', headers: { cookie: session } });
    expect(user.json()).toMatchObject({ fullName: 'Мельник Тарас' });
    expect(user.body).not.toContain(taxId);
  });

  test('the link for another device keeps the application, and no data of this browser', async () => {
    const answer = await world.send({ url: '/api/diia/app-link?appId=a%26b&state=s&request=r' });
    expect(answer.json().pageLink).toBe('http://localhost:3000/uk/diia?appId=a%26b');
  });

  test('the request to Diia has branch, offer and a return link in the page language', async () => {
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

  test.each(['form-data', 'mixed'])('a callback as multipart/%s is accepted', async (form) => {
    const { requestId } = await world.askLink();
    const called = await world.call(callbackOf(requestId, world.sign(requestId), form));
    expect(called.json()).toEqual({ success: true });
  });

  test('a repeated callback changes nothing; a different one is rejected', async () => {
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

  test('a repeated callback is accepted even after the request expires', async () => {
    const { requestId, cookie } = await world.askLink();
    const once = callbackOf(requestId, world.sign(requestId));
    await world.call(once);
    world.clock.now += 20 * 60_000;
    expect((await world.call(once)).json()).toEqual({ success: true });
    expect((await world.check(requestId, cookie)).statusCode).toBe(404);
  });

  test('the database finishes a request only once, and not after it expires', async () => {
    const encryption = createEncryption(world.keys.data);
    const requests = new DiiaRequests(world.db, { now: () => world.clock.now, encryption });
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

  test('only one of two different concurrent callbacks is accepted', { tags: 'race' }, async () => {
    const other = await world.node();
    const { requestId } = await world.askLink();
    const stranger = world.diia.person('TINUA-1111111111');
    const answers = await Promise.all([
      world.confirm(requestId),
      world.confirm(requestId, { leaf: stranger }, other),
    ]);
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 400]);
  });

  test('a link can be created, confirmed, polled and exchanged on different nodes', async () => {
    const { requestId, cookie } = await world.askLink();
    await world.confirm(requestId, {}, await world.node());
    const { sessionId } = (await world.check(requestId, cookie, await world.node())).json();
    expect((await world.enter(sessionId, await world.node())).statusCode).toBe(200);
  });

  test('the previous code remains valid after a refresh', async () => {
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
  ])('a callback %i s after the link gets %i', async (seconds, status) => {
    const { requestId, cookie } = await world.askLink();
    world.clock.now += seconds * 1000;
    expect((await world.confirm(requestId)).statusCode).toBe(status);
    expect((await world.check(requestId, cookie)).statusCode).toBe(status === 200 ? 200 : 404);
    if (status === 400) expect(world.reasons().at(-1)).toBe('request-expired');
  });

  test('the browser can poll a confirmed request for five minutes, not longer', async () => {
    const { requestId, cookie } = await world.confirmed();
    world.clock.now += 299_000;
    expect((await world.check(requestId, cookie)).statusCode).toBe(200);
    world.clock.now += 1000;
    expect((await world.check(requestId, cookie)).statusCode).toBe(404);
  });

  test('spaces in a request id are read as plus signs', async () => {
    let link = await world.askLink();
    while (!link.requestId.includes('+')) link = await world.askLink(link.cookie);
    const answer = await world.send({
      url: `/api/diia/check-request?requestId=${link.requestId}`,
      headers: { cookie: link.cookie },
    });
    expect(answer.statusCode).toBe(200);
  });

  test('sign-out clears the cookie that identifies the browser', async () => {
    const { session, cookie } = await world.signedIn();
    const out = await world.post('/api/auth/logout', undefined, {
      cookie: `${session}; ${cookie}`,
    });
    expect(out.cookies).toMatchObject([
      { name: 'brama_session', value: '', path: '/' },
      { name: 'brama_diia', value: '', path: '/', httpOnly: true, sameSite: 'Strict' },
    ]);
    for (const { expires } of out.cookies) expect(expires).toEqual(new Date(0));
    const another = await world.post('/api/auth/logout', undefined, { cookie: session });
    expect(another.cookies).toMatchObject([{ name: 'brama_session' }]);
  });

  test('a request from another site is rejected', async () => {
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

  test('expired requests are deleted', async () => {
    await world.askLink();
    world.clock.now += 300_000;
    const young = await world.askLink();
    const { now } = world.clock;
    while ((await deleteExpiredFrom(world.db, 'diia_requests', now, 200)) === 200);
    const left = await world.db.selectFrom('diia_requests').select('request_id').execute();
    expect(left).toEqual([{ request_id: young.requestId }]);
  });
});
