import { createSecretKey, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { deleteExpiredFrom } from '../database/expiring-tables.ts';
import { runTogether } from '../database/prepared.ts';
import { type Backoff, type Rate, rateParameters } from './limit-kinds.ts';
import { RateLimits } from './rate-limits.ts';

const hourMs = 3_600_000;
const rate: Rate = { kind: 'rate', name: 'rate', max: 100, perMs: hourMs };
const backoff: Backoff = {
  kind: 'backoff',
  name: 'backoff',
  freeAttempts: 3,
  firstWaitMs: 15_000,
  maxWaitMs: 100_000,
  forgetMs: hourMs,
};

describe.each(databaseKinds)('rate limits on %s', (kind) => {
  let database: TestDatabase;
  let limits: RateLimits;
  let other: RateLimits;
  let now: number;
  /** How far the clock of the other node is ahead. */
  let skewMs: number;
  beforeEach(async () => {
    skewMs = 0;
    database = await makeDatabase(kind);
    now = Date.parse('2026-11-20T12:00:00Z');
    const key = createSecretKey(randomBytes(32));
    limits = new RateLimits(database.db, { key, now: () => now });
    // SQLite serves one node, PostgreSQL any number of nodes
    const another = kind === 'postgres' ? database.again() : database.db;
    other = new RateLimits(another, { key, now: () => now + skewMs });
  });
  afterEach(() => database.close());

  /** Attempts as often as allowed, for this long. Returns how many attempts were allowed. */
  async function greedy(limit: Rate | Backoff, forMs: number): Promise<number> {
    const end = now + forMs;
    let taken = 0;
    while (now < end) {
      const wait = await limits.take({ limit, subject: 'o' });
      if (wait === 0) taken += 1;
      now += wait;
    }
    return taken;
  }

  test('a backoff: some free attempts, then each wait doubles up to the longest', async () => {
    const counted = { limit: backoff, subject: 'o' };
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      expect(await limits.take(counted)).toBe(0);
      const wait = await limits.waitMs(counted);
      waits.push(wait);
      now += wait;
    }
    expect(waits).toEqual([0, 0, 15_000, 30_000, 60_000, 100_000, 100_000, 100_000]);
  });

  test('a backoff: an early attempt gets the wait and is not counted', async () => {
    const counted = { limit: backoff, subject: 'o' };
    for (let i = 0; i < 3; i += 1) await limits.take(counted);
    now += 5000;
    expect(await limits.take(counted)).toBe(10_000);
    expect(await other.take(counted)).toBe(10_000);
    now += 10_000;
    expect(await other.take(counted)).toBe(0);
    expect(await limits.waitMs(counted)).toBe(30_000);
  });

  test('a backoff is forgotten after its period, and by reset', async () => {
    const counted = { limit: backoff, subject: 'o' };
    for (let i = 0; i < 3; i += 1) await limits.take(counted);
    now += hourMs;
    for (let i = 0; i < 2; i += 1) expect(await limits.take(counted)).toBe(0);
    expect(await limits.waitMs(counted)).toBe(0);
    await limits.take(counted);
    expect(await limits.waitMs(counted)).toBe(15_000);
    await runTogether(database.db, [limits.resetting(counted)]);
    expect(await limits.waitMs(counted)).toBe(0);
  });

  test('a backoff: with one free attempt the second one waits', async () => {
    const counted = { limit: { ...backoff, freeAttempts: 1 }, subject: 'o' };
    expect(await limits.take(counted)).toBe(0);
    expect(await limits.take(counted)).toBe(15_000);
  });

  test('a backoff: a refunded attempt does not count', async () => {
    const counted = { limit: backoff, subject: 'o' };
    for (let i = 0; i < 3; i += 1) await limits.take(counted);
    await limits.refund(counted);
    expect(await limits.waitMs(counted)).toBe(0);
    expect(await limits.take(counted)).toBe(0);
    expect(await limits.waitMs(counted)).toBe(15_000);
  });

  test('an attempt counts under all of its limits or under none', async () => {
    const first = { limit: backoff, subject: 'first' };
    const spent = { limit: { ...backoff, freeAttempts: 1 }, subject: 'spent' };
    expect(await limits.takeAll([first, spent])).toBeUndefined();
    expect(await limits.takeAll([first, spent])).toEqual({ refused: spent, waitMs: 15_000 });
    // `first` has counted one attempt, so its second is free and its third makes the next one wait
    expect(await limits.take(first)).toBe(0);
    expect(await limits.waitMs(first)).toBe(0);
    expect(await limits.take(first)).toBe(0);
    expect(await limits.waitMs(first)).toBe(15_000);
  });

  test('concurrent attempts on two nodes: only the free ones pass', async () => {
    const counted = { limit: backoff, subject: 'o' };
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? limits : other).take(counted)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('a rate: no hour holds more than the maximum, at any spacing of attempts', async () => {
    const { burst } = rateParameters(rate);
    const atOnce = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 ? limits : other).take({ limit: rate, subject: 'o' }),
      ),
    );
    expect(atOnce.filter((wait) => wait === 0)).toHaveLength(burst);
    expect(burst + (await greedy(rate, hourMs))).toBeLessThanOrEqual(100);
    // after a pause the burst is allowed again, but not more
    now += 10 * hourMs;
    expect(await greedy(rate, hourMs)).toBeLessThanOrEqual(100);
  });

  test.each([20, 1000, 20_000])(
    'nodes whose clocks differ by %i ms share one rate limit',
    async (ahead) => {
      skewMs = ahead;
      const small = { limit: { ...rate, max: 20 }, subject: 'o' };
      const end = now + hourMs;
      const waits: number[] = [];
      for (; now < end; now += 20_000)
        for (const node of [other, limits, other, limits]) waits.push(await node.take(small));
      const taken = waits.filter((wait) => wait === 0).length;
      expect(taken).toBeGreaterThan(15);
      expect(taken).toBeLessThanOrEqual(20);
      const counted = { limit: backoff, subject: 'o' };
      for (const node of Array(5).fill([other, limits]).flat()) await node.take(counted);
      expect(await limits.waitMs(counted)).toBeGreaterThan(14_000);
    },
  );

  test('an attempt that lost the race is rejected, even if its wait is over', async () => {
    const counted = { limit: { ...rate, max: 4 }, subject: 'o' };
    const at = now;
    // the wait is computed an hour after the attempt was rejected
    const times = [at, at, at + hourMs];
    const key = createSecretKey(Buffer.alloc(32));
    const slow = new RateLimits(database.db, { key, now: () => times.shift() ?? now });
    expect(await slow.take(counted)).toBe(0);
    expect(await slow.take(counted)).toBe(1);
  });

  test('a rate: a refunded attempt is free again', async () => {
    const counted = { limit: { ...rate, max: 4 }, subject: 'o' };
    expect(await limits.take(counted)).toBe(0);
    expect(await limits.take(counted)).toBe(hourMs / 3);
    await limits.refund(counted);
    expect(await limits.take(counted)).toBe(0);
  });

  test.each([backoff, rate])(
    'a clock set back by a day locks no user out: $kind',
    async (limit) => {
      const counted = { limit, subject: 'o' };
      now += 24 * hourMs;
      for (let i = 0; i < 40; i += 1) await limits.take(counted);
      expect(await limits.waitMs(counted)).toBeGreaterThan(0);
      now -= 24 * hourMs;
      expect(await limits.waitMs(counted)).toBe(0);
      expect(await limits.take(counted)).toBe(0);
      for (let i = 0; i < 40; i += 1) await limits.take(counted);
      expect(await limits.waitMs(counted)).toBeGreaterThan(0);
    },
  );

  /** The longest wait after each number of wrong attempts in a row. */
  const maximumWaits = [0, 0, 0, 15_000, 30_000, 60_000, 100_000, 100_000];

  test.each([1_000, 14_000, 29_000, 31_000, 90_000, 600_000])(
    'a backoff: after the clock is set back by %i ms no wait exceeds the maximum of its step',
    async (backMs) => {
      for (const [tries, maximum] of maximumWaits.entries()) {
        const counted = { limit: backoff, subject: `after ${tries}` };
        for (let i = 0; i < tries; i += 1) {
          now += await limits.waitMs(counted);
          expect(await limits.take(counted)).toBe(0);
        }
        now -= backMs;
        const wait = await limits.waitMs(counted);
        expect(wait, `after ${tries} tries`).toBeLessThanOrEqual(maximum);
        now += wait;
        expect(await limits.take(counted), `after ${tries} tries`).toBe(0);
      }
    },
  );

  test('a backoff: concurrent attempts pass no faster after the clock is set back', async () => {
    const counted = { limit: backoff, subject: 'o' };
    for (let i = 0; i < 3; i += 1) await limits.take(counted);
    now -= 20_000;
    const waits = await Promise.all(Array.from({ length: 10 }, () => limits.take(counted)));
    expect(waits).toEqual(Array(10).fill(15_000));
  });

  test('a backoff: a refunded attempt leaves no wait after the clock is set back', async () => {
    const counted = { limit: backoff, subject: 'o' };
    for (let i = 0; i < 3; i += 1) await limits.take(counted);
    now += 1000;
    await limits.refund(counted);
    now -= 20_000;
    expect(await limits.take(counted)).toBe(0);
  });

  test.each([
    [1_000, rateParameters(rate).intervalMs],
    [29_000, rateParameters(rate).intervalMs],
    [31_000, 0],
    [600_000, 0],
  ])(
    'a rate: after the clock is set back by %i ms a wait is at most %i ms',
    async (backMs, most) => {
      for (let tries = 0; tries <= rateParameters(rate).burst; tries += 4) {
        const counted = { limit: rate, subject: `after ${tries}` };
        for (let i = 0; i < tries; i += 1) await limits.take(counted);
        now -= backMs;
        expect(await limits.waitMs(counted), `after ${tries} tries`).toBeLessThanOrEqual(most);
      }
    },
  );

  test('the table holds no subject in plain text', async () => {
    await limits.take({ limit: rate, subject: 'a password in the wrong field' });
    const rows = await database.db.selectFrom('rate_limits').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('password');
  });

  test('expired counters are deleted, others stay', async () => {
    await limits.take({ limit: backoff, subject: 'old' });
    now += hourMs - 1;
    await limits.take({ limit: backoff, subject: 'new' });
    now += 1;
    expect(await deleteExpiredFrom(database.db, 'rate_limits', now, 10)).toBe(1);
    expect(await deleteExpiredFrom(database.db, 'rate_limits', now, 10)).toBe(0);
  });
});

test.each([
  [1, 1],
  [4, 1],
  [60, 15],
  [100, 25],
])('a rate of %i allows %i attempts at once', (max, burst) => {
  expect(rateParameters({ ...rate, max }).burst).toBe(burst);
});
