import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { accountPropsOf, openedBy } from '../../test/support/web-build.ts';
import { addUser, apps, makeWorld, password, type World } from '../../test/support/world.ts';

const newPassword = 'nine blue rivers under the bridge';

describeOnDatabases('a page of one user with the session of another', (kind) => {
  let world: World;
  let stale: string;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addUser(world.db, { username: 'm.kovalenko' }, world.passwordHash);
    stale = await hashOf(await world.signIn('m.kovalenko'));
  });
  afterAll(() => world.close());

  const get = (url: string, headers: Record<string, string>) => world.send({ url, headers });
  const hashOf = async (cookie: string): Promise<string> =>
    (await get('/user', { cookie })).json().userHash;
  const isIn = async (cookie: string) => (await get('/user', { cookie })).statusCode === 200;
  const refused = { statusCode: 409, code: 'session.user-changed' };
  const verdictOf = (answer: { statusCode: number; json(): { error?: { code: string } } }) => ({
    statusCode: answer.statusCode,
    code: answer.json().error?.code,
  });

  test('the hash is opaque, equal in all sessions of a user, and different for other users', async () => {
    const [first, second] = [await world.signIn(), await world.signIn()];
    const hash = await hashOf(first);
    expect(hash).toMatch(/^[\w-]{22}$/);
    expect(await hashOf(second)).toBe(hash);
    expect(hash).not.toBe(stale);
    const session = await get('/api/session', { cookie: first });
    expect(session.json()).toEqual({ userHash: hash });
    expect(session.headers['cache-control']).toBe('no-store');
    expect((await get('/api/session', {})).statusCode).toBe(401);
  });

  const calls = [
    ['POST', '/api/auth/logout', undefined],
    ['POST', '/api/sessions/end', { session: crypto.randomUUID() }],
    ['POST', '/api/sessions/end-others', undefined],
    ['POST', '/api/access/end', { application: apps.campus.id }],
    ['POST', '/api/password', { currentPassword: password, newPassword }],
    ['GET', '/api/session', undefined],
    ['GET', '/api/sessions', undefined],
  ] as const;

  test.each(calls)(
    '%s %s with the hash of another user gets 409 and changes nothing',
    async (method, url, payload) => {
      const cookie = await world.signIn();
      const other = await world.signIn();
      const call = (hash: string) =>
        world.send({
          method,
          url,
          headers: {
            cookie,
            'sec-fetch-site': 'same-origin',
            'brama-user-hash': hash,
            ...(method === 'POST' && { 'content-type': 'application/json' }),
          },
          ...(payload && { payload }),
        });
      expect(verdictOf(await call(stale))).toEqual(refused);
      expect(verdictOf(await call('x'))).toEqual(refused);
      expect([await isIn(cookie), await isIn(other)]).toEqual([true, true]);
    },
  );

  test.each(calls.slice(0, 4))(
    '%s %s with the own hash or without one succeeds',
    async (method, url, payload) => {
      for (const given of ['own', 'none', 'empty']) {
        const cookie = await world.signIn();
        const hash = { own: await hashOf(cookie), none: undefined, empty: '' }[given];
        const answer = await world.send({
          method,
          url,
          headers: {
            cookie,
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/json',
            ...(hash !== undefined && { 'brama-user-hash': hash }),
          },
          ...(payload && { payload }),
        });
        expect(answer.statusCode, given).toBe(200);
      }
    },
  );

  test('without a session, no hash is compared and the route responds as usual', async () => {
    const headers = { 'brama-user-hash': stale };
    expect((await world.post('/api/auth/logout', undefined, headers)).statusCode).toBe(200);
    expect((await get('/api/sessions', headers)).statusCode).toBe(401);
  });

  test('an application opens only for the user whose page requested it', async () => {
    const cookie = await world.signIn();
    const open = (query: string) =>
      get(`/api/app-redirect?appId=${apps.campus.id}${query}`, {
        cookie,
        accept: 'text/html',
        'sec-fetch-mode': 'navigate',
      });
    const own = await hashOf(cookie);
    for (const query of ['', '&userHash=', `&userHash=${own}`])
      expect((await open(query)).headers.location, query).toMatch(/^https:\/\/campus\.example\//);
    for (const query of [`&userHash=${stale}`, `&userHash=${own}&userHash=${own}`, '&userHash=x']) {
      const answer = await open(query);
      expect([answer.statusCode, answer.headers.location], query).toEqual([409, undefined]);
      expect(answer.body).toContain('data-page="user-changed"');
      expect(answer.body).not.toMatch(/Шевченко|o\.shevchenko|m\.kovalenko/i);
    }
  });

  test('pages without JavaScript have the hash in every application link and every form', async () => {
    const cookie = await world.signIn();
    await world.signIn();
    await get(`/api/app-redirect?appId=${apps.campus.id}`, { cookie });
    const hash = await hashOf(cookie);
    const launch = await get(`/uk/apps?appId=${apps.campus.id}`, { cookie });
    expect(openedBy(launch.body)).toContain(`&userHash=${hash}`);
    const { body } = await get('/uk/account', { cookie });
    expect(accountPropsOf(body).user.userHash).toBe(hash);
    for (const page of ['password', 'password/changed'])
      expect((await get(`/uk/${page}`, { cookie })).body, page).toContain(
        `name="userHash" value="${hash}"`,
      );
  });

  test.each([
    ['/api/auth/logout', ''],
    ['/api/sessions/end-others', ''],
    ['/api/sessions/end', `session=${crypto.randomUUID()}`],
    ['/api/access/end', `application=${apps.campus.id}`],
    ['/uk/password', `currentPassword=x&newPassword=y`],
  ])(
    'the form of %s with the hash of another user shows the notice and changes nothing',
    async (url, fields) => {
      const [cookie, other] = [await world.signIn(), await world.signIn()];
      const submit = (hash: string) =>
        world.send({
          method: 'POST',
          url,
          headers: {
            cookie,
            'sec-fetch-site': 'same-origin',
            'sec-fetch-mode': 'navigate',
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: [fields, `userHash=${hash}`].filter(Boolean).join('&'),
        });
      const { statusCode, headers } = await submit(stale);
      expect(statusCode).toBe(303);
      const answer = await get(`${headers.location}`, { cookie });
      expect(answer.statusCode).toBe(409);
      expect(answer.body).toContain('data-page="user-changed"');
      expect([await isIn(cookie), await isIn(other)]).toEqual([true, true]);
      const own = await submit(await hashOf(cookie));
      expect(own.headers.location).not.toContain('/notice');
    },
  );
});
