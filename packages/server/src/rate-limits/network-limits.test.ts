// Many clients behind one address of a campus start sign-ins while one of them floods the server. The test controls
// the time.

import { createSecretKey, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { readConfig } from '../app/config.ts';
import { startKinds } from '../applications/oidc/authorization/route-steps.ts';
import { diiaStarts } from '../sign-in/diia/link-route.ts';
import { googleStarts } from '../sign-in/google/routes/start.ts';
import { resetStarts } from '../sign-in/password/reset/reset.ts';
import { NetworkLimits, type StartKind } from './network-limits.ts';
import { RateLimits } from './rate-limits.ts';

const campus = { network: '192.0.2.1' };
const light: StartKind[] = [diiaStarts, googleStarts, resetStarts, startKinds.usual];
const large: StartKind[] = [startKinds.long, startKinds.stored, startKinds.pushed];

let database: TestDatabase;
let limits: NetworkLimits;
let now: number;
let due: { at: number; wake(): void }[];
/** How many calls wait for the database. Time passes only while it is 0. */
let asking: number;
beforeEach(async () => {
  database = await makeDatabase('sqlite');
  now = Date.parse('2026-11-20T12:00:00Z');
  due = [];
  asking = 0;
  const key = createSecretKey(randomBytes(32));
  limits = new NetworkLimits({
    limits: counted(new RateLimits(database.db, { key, now: () => now })),
    settings: readConfig({}, () => ''),
    now: () => now,
    pause,
  });
});
afterEach(() => database.close());

function counted(store: RateLimits): Pick<RateLimits, 'take' | 'waitMs'> {
  return {
    waitMs: store.waitMs,
    async take(one) {
      asking += 1;
      try {
        return await store.take(one);
      } finally {
        asking -= 1;
      }
    },
  };
}

/** Waits until no call waits for the database and the callers have continued. */
async function settle() {
  do await setImmediate();
  while (asking > 0);
  await setImmediate();
  if (asking > 0) await settle();
}

function pause(ms: number): Promise<void> {
  return new Promise((wake) => void due.push({ at: now + ms, wake }));
}

/** Advances the time by this many milliseconds. */
async function pass(ms: number) {
  const end = now + ms;
  for (;;) {
    await settle();
    const next = due.reduce((first, one) => (one.at < first.at ? one : first), {
      at: end,
      wake: () => undefined,
    });
    now = next.at;
    if (!due.includes(next)) return;
    due.splice(due.indexOf(next), 1);
    next.wake();
  }
}

/** Starts every `everyMs` milliseconds, without waiting for responses. */
async function flood(kind: StartKind, everyMs: number, forMs: number) {
  for (let spent = 0; spent < forMs; spent += everyMs) {
    void limits.countStart(kind, campus);
    await pause(everyMs);
  }
}

/** Starts again as soon as the previous start is allowed or rejected. */
async function insist(kind: StartKind, end: number) {
  while (now < end) if ((await limits.countStart(kind, campus)) > 0) await pause(1);
}

/** Lets `count` new clients start one after the other. Returns the longest wait; infinity if one was rejected. */
async function newcomers(kind: StartKind, { count, everyMs }: { count: number; everyMs: number }) {
  const waits: number[] = [];
  const all: Promise<void>[] = [];
  const one = async () => {
    const since = now;
    const refused = (await limits.countStart(kind, campus)) > 0;
    waits.push(refused ? Number.POSITIVE_INFINITY : now - since);
  };
  for (let i = 0; i < count; i += 1) {
    all.push(one());
    await pause(everyMs);
  }
  await Promise.all(all);
  return Math.max(...waits);
}

describe.each(light)('$name', (kind) => {
  test('300 users start within a minute while one client of their network starts 50 a second', async () => {
    void flood(kind, 20, 70_000);
    await pass(5000);
    const slowest = newcomers(kind, { count: 300, everyMs: 200 });
    await pass(80_000);
    expect(await slowest).toBeLessThan(100);
  });
});

test('400 clients that retry at once wait in the queue; a new client waits and starts', async () => {
  const end = now + 40_000;
  for (let i = 0; i < 400; i += 1) void insist(diiaStarts, end);
  await pass(20_000);
  const slowest = newcomers(diiaStarts, { count: 30, everyMs: 300 });
  await pass(30_000);
  expect(await slowest).toBeLessThan(10_000);
});

test('a full queue of ten seconds makes further clients retry later', async () => {
  const answers: number[] = [];
  for (let i = 0; i < 3000; i += 1)
    void limits.countStart(diiaStarts, campus).then((wait) => answers.push(wait));
  await pass(1);
  expect(new Set(answers)).toEqual(new Set([0, 10]));
  // some starts are allowed at once, and the queue holds as many as ten seconds serve
  expect(answers.length).toBeLessThan(3000 - 600);
  await pass(20_000);
  expect(answers).toHaveLength(3000);
});

test('each kind and each network has its own limit; large kinds have a tenth', async () => {
  const begun: Record<string, number> = {};
  for (const kind of [...light, ...large]) {
    let wait = 0;
    let count = -1;
    while (wait === 0) {
      count += 1;
      // stops at the first start that would wait in the queue
      const answer = limits.countStart(kind, campus).then((seconds) => {
        wait = seconds;
      });
      const isHeld = Symbol('held');
      const said = await Promise.race([answer, setImmediate(isHeld)]);
      if (said === isHeld) break;
    }
    begun[kind.name] = count;
  }
  expect(begun).toEqual({
    diia: 50,
    google: 1500,
    'password-reset': 1500,
    request: 1500,
    'long-request': 150,
    'stored-request': 150,
    pushed: 150,
  });
  expect(await limits.countStart(diiaStarts, { network: '192.0.2.2' })).toBe(0);
  expect(await limits.countStart(diiaStarts, { device: 'known' })).toBe(0);
  await pass(20_000);
});

test('each trusted device starts sixty times a minute, independent of its network', async () => {
  const few = new NetworkLimits({
    limits: new RateLimits(database.db, {
      key: createSecretKey(randomBytes(32)),
      now: () => now,
    }),
    settings: readConfig({ RATE_LIMIT_STARTS_PER_MINUTE: '4' }, () => ''),
    now: () => now,
    pause,
  });
  const begun = Array.from({ length: 16 }, () => few.countStart(diiaStarts, { device: 'known' }));
  expect(await Promise.all(begun.slice(0, 15))).toEqual(Array(15).fill(0));
  expect(await few.countStart(diiaStarts, { device: 'another' })).toBe(0);
  await pass(2000);
  expect(await begun[15]).toBe(0);
});

describe('the cache of secret checks in a node', () => {
  let asked: number;
  let wait: number;
  let secrets: NetworkLimits;
  beforeEach(() => {
    asked = 0;
    wait = 0;
    const waitMs = async () => {
      asked += 1;
      return wait;
    };
    secrets = new NetworkLimits({
      limits: { take: async () => 0, waitMs },
      settings: readConfig({}, () => ''),
      now: () => now,
      pause,
    });
  });
  const ask = (who = 'portal') => secrets.secretWaitSeconds('192.0.2.1', who);

  test('lasts two seconds, or until a wrong secret is counted', async () => {
    expect([await ask(), await ask(), asked]).toEqual([0, 0, 1]);
    wait = 5000;
    now += 1999;
    expect([await ask(), asked]).toEqual([0, 1]);
    now += 1;
    expect([await ask(), await ask(), asked]).toEqual([5, 5, 3]);
    wait = 0;
    expect([await ask(), await ask(), asked]).toEqual([0, 0, 4]);
    await secrets.countWrongSecret('192.0.2.1', 'portal');
    expect([await ask(), asked]).toEqual([0, 5]);
  });

  test('does not last longer when the clock is set back', async () => {
    await ask();
    now -= 60_000;
    wait = 5000;
    expect(await ask()).toBe(5);
  });

  test('holds a limited number of entries', async () => {
    for (let i = 0; i < 10_000; i += 1) await ask(`${i}`);
    expect(asked).toBe(10_000);
    await ask('0');
    expect(asked).toBe(10_000);
    await ask('one more');
    await ask('0');
    expect(asked).toBe(10_002);
  });
});
