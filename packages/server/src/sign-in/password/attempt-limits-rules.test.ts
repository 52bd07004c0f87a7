import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAttempts, outcome } from '../../../test/support/attempts.ts';
import { addUser, makeWorld, password, type World } from '../../../test/support/world.ts';
import { TrustedDevices } from '../trusted-devices.ts';
import { createAttemptLimits } from './attempt-limits.ts';

const hourMs = 3_600_000;
const name = 'o.shevchenko';

describe('password attempt limits', () => {
  let world: World;
  const { attempt, outcomes, deviceOf } = createAttempts(() => world, name);
  beforeEach(async () => {
    world = await makeWorld('sqlite');
  });
  afterEach(() => world.close());

  test('reset after an hour without attempts', async () => {
    await outcomes(8, 'wrong');
    world.clock.now += hourMs;
    expect(await outcomes(9, 'wrong')).toEqual([...Array(8).fill(401), 'wait 15']);
  });

  test('count all spellings of a username together', async () => {
    for (const as of ['O.Shevchenko', 'ｏ.shevchenko', 'O.SHEVCHENKO'])
      await outcomes(3, 'wrong', { as });
    expect(outcome(await attempt(password))).toBe('wait 15');
  });

  test('respond equally for known, unknown and disabled usernames', async () => {
    await addUser(world.db, { username: 'disabled', disabled: true }, world.passwordHash);
    const told = [];
    for (const as of [name, 'nobody', 'disabled', '\0'])
      told.push(await outcomes(10, 'wrong', { as, from: `192.0.2.${told.length + 10}` }));
    expect(new Set(told.map((one) => one.join())).size).toBe(1);
  });

  test('count a trusted device separately, without effect on other devices', async () => {
    const cookie = await deviceOf();
    expect(await outcomes(9, 'wrong', { cookie })).toEqual([...Array(8).fill(401), 'wait 15']);
    expect(outcome(await attempt(password))).toBe(200);
  });

  test.each([
    ['made up', async () => `brama_device=${'A'.repeat(43)}`],
    ['of another form', async () => 'brama_device=x'],
    ['of somebody else', () => deviceOf('b')],
    [
      'not seen for a year',
      async () => {
        const cookie = await deviceOf();
        world.clock.now += 366 * 24 * hourMs;
        return cookie;
      },
    ],
  ])('treat a device that is %s as untrusted', async (_, cookieOf) => {
    await addUser(world.db, { username: 'b' }, world.passwordHash);
    const cookie = await cookieOf();
    await outcomes(8, 'wrong');
    expect(outcome(await attempt(password, { cookie }))).toBe('wait 15');
  });

  test('count the attempts of two users of one device separately', async () => {
    await addUser(world.db, { username: 'brother' }, world.passwordHash);
    const cookie = await deviceOf('brother', await deviceOf());
    expect(await outcomes(9, 'wrong', { cookie })).toEqual([...Array(8).fill(401), 'wait 15']);
    expect(outcome(await attempt(password, { cookie, as: 'brother' }))).toBe(200);
  });

  test('forget one user of a device after a year or on request, not the others', async () => {
    const cookie = await deviceOf();
    const yearMs = 365 * 24 * hourMs;
    world.clock.now += yearMs / 2;
    await addUser(world.db, { username: 'brother' }, world.passwordHash);
    await deviceOf('brother', cookie);
    world.clock.now += yearMs / 2;
    const devices = new TrustedDevices({
      db: world.db,
      secure: false,
      now: () => world.clock.now,
    });
    expect([await devices.deleteExpired(10), await devices.deleteExpired(10)]).toEqual([1, 0]);
    const left = world.db
      .selectFrom('trusted_devices as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .select('u.username');
    expect(await left.execute()).toEqual([{ username: 'brother' }]);
    await devices.forgetUser(world.db, world.olena);
    expect(await left.execute()).toEqual([{ username: 'brother' }]);
  });

  test('keep the twenty most recent trusted devices of a user', async () => {
    const all: string[] = [];
    for (let i = 0; i <= 20; i += 1) {
      all.push(await deviceOf());
      world.clock.now += 1000;
    }
    await outcomes(8, 'wrong');
    expect(outcome(await attempt(password, { cookie: all[0] }))).toBe('wait 15');
    expect(outcome(await attempt(password, { cookie: all[1] }))).toBe(200);
  });

  test('allow a hundred attempts per hour from all trusted devices of a user', async () => {
    const all = [];
    for (let i = 0; i < 20; i += 1) all.push(await deviceOf());
    let hashed = 0;
    const end = world.clock.now + hourMs;
    while (world.clock.now < end) {
      for (const cookie of all)
        if ((await attempt('wrong', { cookie })).statusCode === 401) hashed += 1;
      world.clock.now += 60_000;
    }
    expect(hashed).toBeGreaterThan(80);
    expect(hashed).toBeLessThanOrEqual(100);
  });

  test('keep the twenty most recent users of a shared device', async () => {
    const cookie = await deviceOf();
    const { device_hash, user_id } = await world.db
      .selectFrom('trusted_devices')
      .selectAll()
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 20 }, (_, i) => `reader-${i}`);
    for (const [i, username] of others.entries()) {
      const reader = await addUser(world.db, { username }, world.passwordHash);
      const seen_at = world.clock.now + 1 + i;
      const known = { device_hash, user_id: reader, seen_at };
      await world.db.insertInto('trusted_devices').values(known).execute();
    }
    world.clock.now += 1000;
    await addUser(world.db, { username: 'last' }, world.passwordHash);
    await deviceOf('last', cookie);
    const left = await world.db.selectFrom('trusted_devices').select('user_id').execute();
    expect(left).toHaveLength(20);
    expect(left).not.toContainEqual({ user_id });
  });

  test('leave a network without free attempts three attempts per username', async () => {
    for (let i = 0; i < 15; i += 1) await attempt('wrong', { as: `spray-${i}` });
    expect(await outcomes(4, 'wrong', { as: 'new' })).toEqual([401, 401, 401, 'wait 15']);
    // other networks have spent nothing
    expect(await outcomes(9, 'wrong', { as: 'new', from: '192.0.2.2' })).toEqual([
      ...Array(8).fill(401),
      'wait 15',
    ]);
  });

  test('count the addresses of one IPv6 /64 network together', async () => {
    await outcomes(8, 'wrong', { from: '2001:db8::1' });
    expect(outcome(await attempt(password, { from: '2001:db8::ffff:2' }))).toBe('wait 15');
    expect(outcome(await attempt(password, { from: '2001:db8:0:1::1' }))).toBe(200);
  });

  test('do not count correct passwords', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => attempt(password)));
    // one network may make eight attempts for one name at the same moment
    expect(all.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(8);
    expect(await outcomes(30, password)).toEqual(Array(30).fill(200));
  });

  test('do not count an attempt that ends in an internal error', async () => {
    await world.db.schema.alterTable('users').renameTo('away').execute();
    const broken = await outcomes(9, 'wrong');
    expect(new Set(broken)).toEqual(new Set([500]));
    await world.db.schema.alterTable('away').renameTo('users').execute();
    expect(await outcomes(9, 'wrong')).toEqual([...Array(8).fill(401), 'wait 15']);
  });

  test('show the wait and the typed username on the page without JavaScript', async () => {
    await outcomes(8, 'wrong', { from: '127.0.0.1' });
    const answer = await world.post(
      '/uk/?appId=x',
      new URLSearchParams({ username: name, password }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '15']);
    expect(answer.body).toContain('data-notice="throttled"');
    expect(answer.body).toContain('<p>15 секунд</p>');
    expect(answer.body).toContain(`value="${name}"`);
    expect(answer.body).not.toContain(password);
  });

  test('store neither usernames nor addresses in plain text', async () => {
    await outcomes(2, 'wrong', { as: 'Hunter2-in-the-wrong-field' });
    const stored = JSON.stringify(await world.db.selectFrom('rate_limits').selectAll().execute());
    expect(stored).not.toMatch(/hunter2|192\.0\.2/i);
  });
});

test('a lost race for the last attempt reports whole seconds', async () => {
  const admit = createAttemptLimits({
    limits: {
      waitMs: async () => 0,
      refunding: () => {
        throw new Error('a refused attempt has nothing to refund');
      },
      resetting: () => {
        throw new Error('a refused attempt resets nothing');
      },
      refund: async () => undefined,
      async takeAll(all) {
        const refused = all.find(({ limit }) => limit.name === 'password-name');
        return refused && { refused, waitMs: 1 };
      },
    },
    settings: { rateLimitFreeTries: 8, rateLimitUserPerHour: 100, rateLimitAddressPerMinute: 60 },
  });
  const tried = { usernameKey: name, network: '192.0.2.1', device: undefined };
  await expect(admit(tried)).rejects.toMatchObject({ retryAfterSeconds: 1 });
});

describe('client addresses from X-Forwarded-For', () => {
  const outcomesBehind = async (TRUST_PROXY: string, toldBy: (i: number) => string) => {
    const world = await makeWorld('sqlite', { TRUST_PROXY });
    try {
      const all: (string | number)[] = [];
      for (let i = 0; i < 9; i += 1) {
        const answer = await world.post(
          '/api/auth',
          { username: name, password: 'wrong' },
          { 'x-forwarded-for': toldBy(i) },
        );
        all.push(outcome(answer));
      }
      return all;
    } finally {
      await world.close();
    }
  };
  const waits = [...Array(8).fill(401), 'wait 15'];
  const never = Array(9).fill(401);

  test.each([
    ['without a proxy nobody tells their own', '', (i: number) => `203.0.113.${i}`, waits],
    ['one proxy is believed', '1', (i: number) => `203.0.113.${i}`, never],
    ['and what stands before it is not', '1', (i: number) => `203.0.113.${i}, 192.0.2.9`, waits],
    [
      'of two proxies the nearer tells of the other',
      '2',
      (i: number) => `x, 192.0.2.${i}, 10.0.0.1`,
      never,
    ],
    ['and no more', '2', (i: number) => `203.0.113.${i}, 192.0.2.9, 10.0.0.1`, waits],
  ])('%s', async (_, trusted, toldBy, expected) => {
    expect(await outcomesBehind(trusted, toldBy)).toEqual(expected);
  });
});
