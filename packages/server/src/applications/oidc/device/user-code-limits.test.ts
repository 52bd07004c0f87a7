// How many wrong device codes may be typed: by one user, from one network, and by all who are not signed in.

import { createSecretKey, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../../test/support/databases.ts';
import { RateLimits } from '../../../rate-limits/rate-limits.ts';
import {
  type AttemptSource,
  createUserCodeLimits,
  type UserCodeLimits,
} from './user-code-limits.ts';

let database: TestDatabase;
let limits: UserCodeLimits;
let at: number;
beforeEach(async () => {
  database = await makeDatabase('sqlite');
  at = Date.parse('2026-11-20T12:00:00Z');
  const key = createSecretKey(randomBytes(32));
  limits = createUserCodeLimits(new RateLimits(database.db, { key, now: () => at }));
});
afterEach(() => database.close());

const here = { network: '192.0.2.1' };
const there = { network: '192.0.2.2' };

/** Counts how many of `tries` attempts are allowed. */
async function free(source: AttemptSource, tries: number) {
  let count = 0;
  for (let i = 0; i < tries; i += 1) if ((await limits.countAttempt(source)) === 0) count += 1;
  return count;
}

test('allows 20 attempts for a user and 100 for a network, independently', async () => {
  expect(await free({ userId: 'olena' }, 25)).toBe(20);
  expect(await free(here, 105)).toBe(100);
  expect(await limits.waitMs({ userId: 'olena' })).toBeGreaterThan(0);
  expect(await limits.waitMs(here)).toBeGreaterThan(0);
  for (const another of [{ userId: 'petro' }, there]) {
    expect(await limits.waitMs(another)).toBe(0);
    expect(await limits.countAttempt(another)).toBe(0);
  }
});

test('allows 600 anonymous attempts in total; rejected attempts do not count', async () => {
  expect(await free(here, 300)).toBe(100);
  let others = 0;
  for (let i = 0; i < 8; i += 1) others += await free({ network: `198.51.100.${i}` }, 100);
  expect(others).toBe(500);
  expect(await limits.waitMs(there)).toBeGreaterThan(0);
  expect(await limits.waitMs({ userId: 'petro' })).toBe(0);
  // nor is an attempt from its own network allowed: the others have used up the limit
  expect(await free(there, 200)).toBe(0);
  at += 1000;
  expect(await free(there, 2)).toBe(1);
});

test('a correct code does not count', async () => {
  for (const source of [here, { userId: 'olena' }]) {
    for (let i = 0; i < 700; i += 1) {
      expect(await limits.countAttempt(source)).toBe(0);
      await limits.refund(source);
    }
  }
});
