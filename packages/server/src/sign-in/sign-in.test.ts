import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { useRealHasher } from '../../test/support/quick-hasher.ts';
import { addUser, makeWorld, password, type World } from '../../test/support/world.ts';

describeOnDatabases('sign-in', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind, {}, undefined, undefined, useRealHasher);
  });
  afterAll(() => world.close());

  const ticketFor = async (username = 'o.shevchenko') =>
    (await world.post('/api/auth', { username, password })).json().sessionId as string;

  test('a password leads to a ticket, a session cookie and the user data', async () => {
    const sessionId = await ticketFor();
    expect(sessionId).toMatch(/^[\w-]{43}$/);
    const entered = await world.post('/api/auth/internal', { sessionId });
    expect(entered.statusCode).toBe(200);
    expect(entered.json()).toEqual({});
    const [cookie] = entered.cookies;
    expect(cookie).toMatchObject({
      name: 'brama_session',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    // the browser keeps it until the session expires
    expect(cookie?.maxAge).toBe(604_800);
    const user = await world.send({
      url: '/user',
      headers: { cookie: `brama_session=${cookie?.value}` },
    });
    expect(user.json()).toMatchObject({ fullName: 'Шевченко Олена' });
  });

  test.each(['O.SHEVCHENKO', 'o.shevchenko', 'ｏ.shevchenko'])(
    'the username is accepted in any case and width: %s',
    async (username) => {
      expect(await ticketFor(username)).toMatch(/^[\w-]{43}$/);
    },
  );

  test('every failure gives the same response and costs one equal hash', async () => {
    await addUser(world.db, { username: 'out', disabled: true }, world.passwordHash);
    await addUser(world.db, { username: 'nopassword', passwordHash: null }, world.passwordHash);
    const attempts: [string, string][] = [
      ['nobody', password],
      ['o.shevchenko', 'wrong'],
      ['o.shevchenko', ` ${password}`],
      ['out', password],
      ['nopassword', password],
      ['null\u0000byte', password],
    ];
    for (const [username, tried] of attempts) {
      const before = { ...world.counts };
      const answer = await world.post('/api/auth', { username, password: tried });
      expect([username, answer.statusCode]).toEqual([username, 401]);
      const { requestId, ...rest } = answer.json().error;
      expect(rest).toEqual({ code: 'sign-in.invalid-credentials' });
      expect(requestId).toBe(answer.headers['x-request-id']);
      expect(answer.cookies).toEqual([]);
      expect(world.counts).toEqual({ hash: before.hash, verify: before.verify + 1 });
    }
  });

  test('a ticket works once; the second use is rejected', { tags: 'race' }, async () => {
    const sessionId = await ticketFor();
    expect((await world.post('/api/auth/internal', { sessionId })).statusCode).toBe(200);
    const again = await world.post('/api/auth/internal', { sessionId });
    expect([again.statusCode, again.json().error.code]).toEqual([401, 'sign-in.ticket-refused']);
    expect(again.cookies).toEqual([]);
  });

  test('of concurrent uses of a ticket on two nodes exactly one succeeds', {
    tags: 'race',
  }, async () => {
    const other = await world.node();
    const sessionId = await ticketFor();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.post('/api/auth/internal', { sessionId }, {}, i % 2 ? other : world.server),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(19);
  });

  test('a ticket is exchanged on another node, and both nodes accept the session', async () => {
    const other = await world.node();
    const sessionId = await ticketFor();
    const entered = await world.post('/api/auth/internal', { sessionId }, {}, other);
    const cookie = `brama_session=${entered.cookies[0]?.value}`;
    expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(200);
    await world.post('/api/auth/logout', undefined, { cookie }, other);
    expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(401);
  });

  test('a ticket expires after a minute', async () => {
    const sessionId = await ticketFor();
    world.clock.now += 60_000;
    expect((await world.post('/api/auth/internal', { sessionId })).statusCode).toBe(401);
  });

  test('a ticket of a user disabled meanwhile is rejected', async () => {
    const id = await addUser(world.db, { username: 'leaver' }, world.passwordHash);
    const sessionId = await ticketFor('leaver');
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', id).execute();
    expect((await world.post('/api/auth/internal', { sessionId })).statusCode).toBe(401);
  });

  test('neither tickets nor session ids are stored in plain text', async () => {
    const sessionId = await ticketFor();
    const cookie = await world.signIn();
    const secret = cookie.split('=')[1] ?? '';
    const dump = JSON.stringify([
      await world.db.selectFrom('sign_in_tickets').selectAll().execute(),
      await world.db.selectFrom('sessions').selectAll().execute(),
    ]);
    expect(dump).not.toContain(sessionId);
    expect(dump).not.toContain(secret);
  });

  test('an outdated hash is renewed at sign-in and still works', async () => {
    const { hashSync } = await import('@node-rs/argon2');
    const old = hashSync(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const id = await addUser(world.db, { username: 'old', passwordHash: old }, '');
    await ticketFor('old');
    const row = await world.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await ticketFor('old')).toMatch(/^[\w-]{43}$/);
  });

  test('the response lists the enabled sign-in methods', async () => {
    const answer = await world.send({ url: '/api/sign-in/methods' });
    expect(answer.json()).toEqual({ methods: [{ id: 'password' }, { id: 'passkey' }] });
  });

  test.each([
    [{}, ['username', 'password']],
    [{ username: '', password: 'x' }, ['username']],
    [{ username: 'x', password: 'x'.repeat(1025) }, ['password']],
    [{ username: ['x'], password: { a: 1 } }, ['username', 'password']],
    [[], ['body']],
    [null, ['body']],
  ])(
    'an invalid body is rejected and its invalid fields are named: %.60j',
    async (body, fields) => {
      const answer = await world.send({
        method: 'POST',
        url: '/api/auth',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        payload: JSON.stringify(body),
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.code).toBe('request.invalid');
      expect(Object.keys(answer.json().error.fields)).toEqual(fields);
    },
  );

  test('a password of 1024 characters of any script is accepted', async () => {
    const { hashSync } = await import('@node-rs/argon2');
    const long = ' пароль 🔑 '.repeat(200).slice(0, 1024);
    const passwordHash = hashSync(long, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await addUser(world.db, { username: 'long', passwordHash }, '');
    const answer = await world.post('/api/auth', { username: 'long', password: long });
    expect(answer.statusCode).toBe(200);
  });
});
