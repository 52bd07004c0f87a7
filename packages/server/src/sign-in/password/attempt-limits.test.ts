import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAttempts, outcome } from '../../../test/support/attempts.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { useRealHasher } from '../../../test/support/quick-hasher.ts';
import { addUser, makeWorld, ours, password, type World } from '../../../test/support/world.ts';

const hourMs = 3_600_000;
const name = 'o.shevchenko';

describeOnDatabases('password attempt limits', (kind) => {
  let world: World;
  const { attempt, outcomes, deviceOf } = createAttempts(() => world, name);
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  test('after eight attempts each wait doubles, and waiting attempts are not hashed', async () => {
    expect(await outcomes(9, 'wrong')).toEqual([...Array(8).fill(401), 'wait 15']);
    expect(world.counts.verify).toBe(8);
    // the right password waits as well: a response would reveal it to an attacker
    expect(outcome(await attempt(password))).toBe('wait 15');
    world.clock.now += 15_000;
    expect(await outcomes(2, 'wrong')).toEqual([401, 'wait 30']);
    world.clock.now += 29_001;
    expect(outcome(await attempt('wrong'))).toBe('wait 1');
    world.clock.now += 999;
    expect(outcome(await attempt(password))).toBe(200);
    // the right password resets the counters
    expect(await outcomes(8, 'wrong')).toEqual(Array(8).fill(401));
  });

  test('concurrent attempts on two nodes compute only eight hashes', { tags: 'race' }, async () => {
    await world.close();
    world = await makeWorld(kind, {}, undefined, undefined, useRealHasher);
    const second = await world.node(kind === 'sqlite' ? world.db : world.again());
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => attempt('wrong', { to: i % 2 ? world.server : second })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(8);
    expect(world.counts.verify).toBe(8);
  });

  test('another node continues the same counters', { tags: 'race' }, async () => {
    await outcomes(8, 'wrong');
    const second = await world.node(kind === 'sqlite' ? world.db : world.again());
    expect(outcome(await attempt('wrong', { to: second }))).toBe('wait 15');
  });

  test.each([60, 600, 24 * 3600])('a clock set back by %i s adds no wait', async (backSeconds) => {
    const cookie = await deviceOf();
    const tries = [{}, { cookie }];
    for (const how of tries) {
      expect(await outcomes(1, 'wrong', how)).toEqual([401]);
      world.clock.now -= backSeconds * 1000;
      expect(outcome(await attempt(password, how))).toBe(200);
    }
    // the wait that an attacker has caused is no longer than its step allows
    await outcomes(8, 'wrong');
    world.clock.now -= backSeconds * 1000;
    expect([200, 'wait 15']).toContain(outcome(await attempt(password)));
  });

  test('a distributed attack gets a hundred attempts per hour; trusted devices still sign in', async () => {
    const cookie = await deviceOf();
    const end = world.clock.now + hourMs;
    let hashed = 0;
    for (let i = 0; world.clock.now < end; i += 1) {
      const answer = await attempt('wrong', { from: `10.1.${i >> 8}.${i & 255}` });
      if (answer.statusCode === 401) hashed += 1;
      else world.clock.now += 1000 * Number(answer.headers['retry-after']);
    }
    expect(hashed).toBeGreaterThan(80);
    expect(hashed).toBeLessThanOrEqual(100);
    await attempt('wrong', { from: '10.2.0.1' });
    expect(outcome(await attempt(password, { from: '10.2.0.2' }))).toMatch(/^wait/);
    expect(outcome(await attempt(password, { from: '10.2.0.2', cookie }))).toBe(200);
    // not a username: PostgreSQL rejects this character with an error
    expect(outcome(await attempt(password, { from: '10.2.0.3', as: '\0', cookie }))).toBe(401);
    // also from the network of the attacker
    await outcomes(9, 'wrong', { from: '10.2.0.3' });
    expect(outcome(await attempt(password, { from: '10.2.0.3', cookie }))).toBe(200);
  });

  test('a shared device is trusted for each user, with a new secret per user', async () => {
    await addUser(world.db, { username: 'b' }, world.passwordHash);
    const first = await deviceOf();
    const both = await deviceOf('b', first);
    expect(both).not.toBe(first);
    // a user who signs in again keeps the cookie
    expect(await deviceOf(name, both)).toBe(both);
    await outcomes(8, 'wrong');
    await outcomes(8, 'wrong', { as: 'b' });
    for (const as of [name, 'b'])
      expect([
        outcome(await attempt(password, { as, cookie: first })),
        outcome(await attempt(password, { as, cookie: both })),
      ]).toEqual([expect.stringMatching(/^wait/), 200]);
    const stored = JSON.stringify(
      await world.db.selectFrom('trusted_devices').selectAll().execute(),
    );
    expect(stored).not.toContain(both.split('=')[1]);
  });
});

test('300 users behind one address sign in at the first attempt during an attack', async () => {
  const world = await makeWorld('sqlite', { HASH_THREADS: '2' });
  try {
    const names = Array.from({ length: 300 }, (_, i) => `student-${i}`);
    for (const username of names) await addUser(world.db, { username }, world.passwordHash);
    const attempt = (username: string, given: string) =>
      world.send({
        method: 'POST',
        url: '/api/auth',
        payload: { username, password: given },
        headers: ours,
        remoteAddress: '198.51.100.7',
      });
    // many passwords for one name, and many names
    for (let i = 0; i < 40; i += 1) await attempt('student-0', `guess-${i}`);
    for (let i = 0; i < 40; i += 1) await attempt(`nobody-${i}`, 'spray');
    const statuses: number[] = [];
    for (let i = 0; i < 300; i += 10) {
      const right = names.slice(Math.max(1, i), i + 10).map((one) => attempt(one, password));
      const wrong = [attempt(`spray-${i}`, 'spray'), attempt('student-0', `more-${i}`)];
      statuses.push(...(await Promise.all(right)).map(({ statusCode }) => statusCode));
      await Promise.all(wrong);
      world.clock.now += 2000;
    }
    expect(statuses).toEqual(Array(299).fill(200));
  } finally {
    await world.close();
  }
});
