import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import { addUser, apps, makeWorld, type World } from '../testing/world.ts';

const hour = 3_600_000;

describe.each(databaseKinds)('the user and the session, on %s', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());

  const userWith = (cookie: string, headers = {}, url = '/user') =>
    world.send({ url, headers: { cookie, ...headers } });

  test.each(['/user', '/api/user'])('%s tells name, data and own applications', async (url) => {
    const answer = await userWith(await world.signIn(), { 'accept-language': 'en' }, url);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      fullName: 'Шевченко Олена',
      data: {
        username: 'O.Shevchenko',
        email: 'O.Shevchenko@campus.example',
        studentId: 'KV-1',
        faculty: 'ФПМ',
        phone: null,
      },
      applications: [
        { id: apps.campus.id, name: 'campus', title: 'campus eng', description: 'about' },
        { id: apps.library.id, name: 'library', title: 'library eng', description: 'about' },
      ],
    });
  });

  test.each([
    ['uk', 'campus укр'],
    ['en-GB,en;q=0.9,uk;q=0.1', 'campus eng'],
    ['de', 'campus укр'],
    ['en;q=0.1, uk', 'campus укр'],
    [';;;q=', 'campus укр'],
  ])('titles follow Accept-Language %j', async (language, title) => {
    const answer = await userWith(await world.signIn(), { 'accept-language': language });
    expect(answer.json().applications[0].title).toBe(title);
  });

  test('anonymous: 401, never a redirect', async () => {
    const answer = await world.send({ url: '/user' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'session.required']);
  });

  test.each(['', 'x', 'x'.repeat(5000), '"; drop table sessions;--'])(
    'a made-up cookie is anonymous: %.20s',
    async (value) => {
      expect((await userWith(`brama_session=${encodeURIComponent(value)}`)).statusCode).toBe(401);
    },
  );

  test('a session ends 12 hours after its last use', async () => {
    const cookie = await world.signIn();
    world.clock.now += 11 * hour;
    expect((await userWith(cookie)).statusCode).toBe(200);
    world.clock.now += 11 * hour;
    expect((await userWith(cookie)).statusCode).toBe(200);
    world.clock.now += 12 * hour;
    expect((await userWith(cookie)).statusCode).toBe(401);
  });

  test('a session ends 7 days after sign-in, however busy', async () => {
    const cookie = await world.signIn();
    for (let i = 0; i < 17; i++) {
      world.clock.now += 9.8 * hour;
      expect((await userWith(cookie)).statusCode).toBe(200);
    }
    world.clock.now += 2 * hour;
    expect((await userWith(cookie)).statusCode).toBe(401);
  });

  test('sign-out ends the session in the database and clears the cookie', async () => {
    const cookie = await world.signIn();
    const answer = await world.post('/api/auth/logout', undefined, { cookie });
    expect(answer.json()).toEqual({ untold: [] });
    // never `"cookies"`: that would sign people out of every site of the domain
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(answer.cookies[0]).toMatchObject({ name: 'brama_session', value: '' });
    expect((await userWith(cookie)).statusCode).toBe(401);
    const again = await world.post('/api/auth/logout', undefined, { cookie });
    expect(again.statusCode).toBe(200);
  });

  test('sign-out without JavaScript answers with the login page in the remembered language', async () => {
    const cookie = await world.signIn();
    const answer = await world.post('/api/auth/logout', '', {
      cookie: `${cookie}; i18next=en`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/en/?signed-out']);
    expect((await userWith(cookie)).statusCode).toBe(401);
  });

  test('signing in again replaces the session of this browser', async () => {
    const first = await world.signIn();
    const second = await world.signIn('o.shevchenko', world.server, first);
    expect(second).not.toBe(first);
    expect((await userWith(first)).statusCode).toBe(401);
    expect((await userWith(second)).statusCode).toBe(200);
  });

  test('a user who is disabled is out at the next request', async () => {
    const id = await addUser(world.db, { username: 'gone' }, world.passwordHash);
    const cookie = await world.signIn('gone');
    expect((await userWith(cookie)).statusCode).toBe(200);
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', id).execute();
    expect((await userWith(cookie)).statusCode).toBe(401);
  });

  test('under https the cookie is Secure and bound to this host', async () => {
    const secure = await makeWorld(kind, { BASE_URL: 'https://id.campus.example' });
    try {
      const cookie = await secure.signIn();
      expect(cookie).toMatch(/^__Host-brama_session=/);
      const answer = await secure.send({ url: '/user', headers: { cookie } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    } finally {
      await secure.close();
    }
  });
});
