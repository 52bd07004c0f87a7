import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { accountPropsOf } from '../../test/support/web-build.ts';
import { addUser, apps, makeWorld, password, type World } from '../../test/support/world.ts';

const hour = 3_600_000;

describeOnDatabases('the user and the session', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());

  const userWith = (cookie: string, headers = {}, url = '/user') =>
    world.send({ url, headers: { cookie, ...headers } });

  test.each(['/user', '/api/user'])('%s returns name, data and own applications', async (url) => {
    const answer = await userWith(await world.signIn(), { 'accept-language': 'en' }, url);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      userHash: expect.any(String),
      fullName: 'Шевченко Олена',
      fullNameEn: null,
      givenName: null,
      data: {
        username: 'O.Shevchenko',
        email: 'O.Shevchenko@campus.example',
        studentId: 'KV-1',
        faculty: 'ФПМ',
        phone: null,
      },
      applications: [
        {
          id: apps.campus.id,
          name: 'campus',
          title: 'campus eng',
          otherTitle: 'campus укр',
          description: 'about',
          icon: '/campus-icons/graduation.svg',
        },
        {
          id: apps.library.id,
          name: 'library',
          title: 'library eng',
          otherTitle: 'library укр',
          description: 'about',
        },
      ],
    });
  });

  test('both spellings of a name and the given name are data', async () => {
    const set = (full_name_en: string | null, given_name: string | null) =>
      world.db.updateTable('users').set({ full_name_en, given_name }).execute();
    await set('Olena Shevchenko', 'Олена');
    const answer = (await userWith(await world.signIn())).json();
    await set(null, null);
    const names = { fullName: 'Шевченко Олена', fullNameEn: 'Olena Shevchenko' };
    const givenName = 'Олена';
    expect(answer).toMatchObject({ ...names, givenName, data: { ...names, givenName } });
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

  test('an anonymous request returns 401, never a redirect', async () => {
    const answer = await world.send({ url: '/user' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'session.required']);
  });

  test.each(['', 'x', 'x'.repeat(5000), '"; drop table sessions;--'])(
    'an invented cookie is anonymous: %.20s',
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

  test('a session ends 7 days after sign-in, even when active', async () => {
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

  test('sign-out without JavaScript returns the login page in the remembered language', async () => {
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

  test('a disabled user is signed out at the next request', async () => {
    const id = await addUser(world.db, { username: 'gone' }, world.passwordHash);
    const cookie = await world.signIn('gone');
    expect((await userWith(cookie)).statusCode).toBe(200);
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', id).execute();
    expect((await userWith(cookie)).statusCode).toBe(401);
  });

  describe('the list of sessions', () => {
    const windows =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
    const form = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    };

    beforeAll(() => addUser(world.db, { username: 'l.kosach' }, world.passwordHash));
    beforeEach(async () => {
      await world.db.deleteFrom('sessions').execute();
    });

    async function signInFrom(agent: string, username = 'o.shevchenko', previous = '') {
      const headers = { 'user-agent': agent, cookie: previous };
      const proved = await world.post('/api/auth', { username, password }, headers);
      const { cookies } = await world.post('/api/auth/internal', proved.json(), headers);
      return `${cookies[0]?.name}=${cookies[0]?.value}`;
    }
    const listed = async (cookie: string) =>
      (await world.send({ url: '/api/sessions', headers: { cookie } })).json().sessions;
    const idOf = async (cookie: string): Promise<string> => (await listed(cookie))[0].id;
    const end = (cookie: string, session: string) =>
      world.post('/api/sessions/end', { session }, { cookie });
    const isIn = async (cookie: string) => (await userWith(cookie)).statusCode === 200;

    test('shows the current session first, then by last use, with browser and system only', async () => {
      const here = await signInFrom(windows);
      const began = new Date(world.clock.now).toISOString();
      await signInFrom('curl/8.16.0');
      world.clock.now += hour;
      const there = await signInFrom(phone);
      const later = new Date(world.clock.now).toISOString();
      expect(await listed(here)).toEqual([
        {
          id: await idOf(here),
          current: true,
          browser: 'Chrome',
          system: 'Windows',
          method: 'password',
          sharedComputer: false,
          since: began,
          lastUsed: later,
        },
        {
          id: await idOf(there),
          current: false,
          browser: 'Firefox',
          system: 'Android',
          method: 'password',
          sharedComputer: false,
          since: later,
          lastUsed: later,
        },
        expect.objectContaining({ browser: null, system: null, lastUsed: began }),
      ]);
      const kept = JSON.stringify(await world.db.selectFrom('sessions').selectAll().execute());
      expect(kept).not.toMatch(/\/14\d|Mozilla|curl|127\.0\.0\.1/);
    });

    test('contains 20 sessions, including the current one, and the number of the rest', async () => {
      const here = await signInFrom(windows);
      world.clock.now += 1000;
      for (let i = 0; i < 21; i += 1) await signInFrom(phone);
      const { sessions, more } = (
        await world.send({ url: '/api/sessions', headers: { cookie: here } })
      ).json();
      expect([sessions.length, sessions[0].browser, more]).toEqual([20, 'Chrome', 2]);
      const { body } = await world.send({ url: '/uk/account', headers: { cookie: here } });
      expect(accountPropsOf(body).sessions).toEqual({ sessions, more });
    });

    test('contains only active sessions of the user; anonymous requests are rejected', async () => {
      await signInFrom(phone);
      world.clock.now += 12 * hour;
      const here = await signInFrom(windows);
      expect((await listed(here)).map(({ current }: { current: boolean }) => current)).toEqual([
        true,
      ]);
      expect(await listed(await signInFrom(windows, 'l.kosach'))).toHaveLength(1);
      for (const url of ['/api/sessions/end', '/api/sessions/end-others'])
        expect((await world.post(url, { session: await idOf(here) })).statusCode, url).toBe(401);
      expect((await world.send({ url: '/api/sessions' })).statusCode).toBe(401);
    });

    test('shows the new time and device after the user signs in again', async () => {
      const before = await signInFrom(windows);
      const id = await idOf(before);
      world.clock.now += hour;
      const again = await signInFrom(phone, 'o.shevchenko', before);
      const since = new Date(world.clock.now).toISOString();
      expect(await listed(again)).toEqual([
        expect.objectContaining({ id, since, browser: 'Firefox', system: 'Android' }),
      ]);
    });

    test('one session ends, and the others continue', async () => {
      const [here, there, elsewhere] = [
        await signInFrom(windows),
        await signInFrom(phone),
        await signInFrom(phone),
      ];
      const answer = await end(here, await idOf(there));
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      expect(await Promise.all([here, there, elsewhere].map(isIn))).toEqual([true, false, true]);
      expect(await listed(here)).toHaveLength(2);
    });

    test('the session of another user returns the same response as an unknown one and continues', async () => {
      const here = await signInFrom(windows);
      const theirs = await signInFrom(windows, 'l.kosach');
      const asked = [await end(here, await idOf(theirs)), await end(here, crypto.randomUUID())];
      const [known, unknown] = asked.map(({ statusCode, body, headers }) => [
        statusCode,
        body,
        Object.keys(headers),
      ]);
      expect(known).toEqual(unknown);
      expect(await isIn(theirs)).toBe(true);
      expect((await end(here, 'x\0')).statusCode).toBe(400);
    });

    test('the id of a session is not a valid cookie', async () => {
      const here = await signInFrom(windows);
      expect(await isIn(`brama_session=${await idOf(here)}`)).toBe(false);
    });

    test('all other sessions and open tickets end; the current session gets a new secret', async () => {
      const here = await signInFrom(windows);
      const [there, theirs] = [await signInFrom(phone), await signInFrom(phone, 'l.kosach')];
      const ticket = await world.post('/api/auth', { username: 'o.shevchenko', password });
      const answer = await world.post('/api/sessions/end-others', undefined, { cookie: here });
      const fresh = `brama_session=${answer.cookies[0]?.value}`;
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      expect(await Promise.all([here, there, fresh, theirs].map(isIn))).toEqual([
        false,
        false,
        true,
        true,
      ]);
      expect((await world.post('/api/auth/internal', ticket.json())).statusCode).toBe(401);
      expect(await listed(fresh)).toHaveLength(1);
    });

    test('without JavaScript the forms end one session or all others and return to the list', async () => {
      const here = await signInFrom(windows);
      const id = await idOf(await signInFrom(phone));
      const shown = async (cookie: string) => {
        const { body } = await world.send({ url: '/uk/account', headers: { cookie } });
        return accountPropsOf(body).sessions.sessions;
      };
      expect(await shown(here)).toEqual(await listed(here));
      const post = (url: string, payload: string) =>
        world.send({ method: 'POST', url, headers: { ...form, cookie: here }, payload });
      const ended = await post('/api/sessions/end', `session=${id}`);
      expect([ended.statusCode, ended.headers.location]).toEqual([303, '/uk/account#sessions']);
      expect(await shown(here)).toHaveLength(1);
      await signInFrom(phone);
      const all = await post('/api/sessions/end-others', '');
      expect([all.statusCode, all.headers.location]).toEqual([303, '/uk/account#sessions']);
      expect(await shown(`brama_session=${all.cookies[0]?.value}`)).toHaveLength(1);
    });
  });

  test('over https the cookie is Secure and bound to this host', async () => {
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
