// Holds back or breaks the disk of SQLite: no response acknowledges what a power failure could undo, except codes and tokens
// (decision 0048).

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../src/database/connect.ts';
import { makeDatabase, type TestDatabase } from './support/databases.ts';
import { addOidcApplications, portal } from './support/oidc/applications.ts';
import { createArena } from './support/oidc/arena.ts';
import { attemptOf } from './support/oidc/raw.ts';
import { apps, makeWorld, ours, password, type World } from './support/world.ts';

type Done = (error: Error | null) => void;
const fdatasync = fs.fdatasync;

function replaceSync(sync: unknown) {
  fs.fdatasync = sync as typeof fdatasync;
  syncBuiltinESMExports();
}

/** The disk of the server under test. */
function createDisk() {
  const waiting: Done[] = [];
  let mode: 'works' | 'waits' | 'fails' = 'works';
  let syncs = 0;
  const settle = (done: Done) =>
    mode === 'fails'
      ? done(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
      : done(null);
  replaceSync((_file: number, done: Done) => {
    syncs += 1;
    if (mode === 'waits') waiting.push(done);
    else setImmediate(settle, done);
  });
  return {
    hold() {
      mode = 'waits';
    },
    continueWith(next: 'works' | 'fails') {
      mode = next;
      for (const done of waiting.splice(0)) settle(done);
    },
    waiting,
    syncs: () => syncs,
  };
}

let disk: ReturnType<typeof createDisk>;
let troubles: Error[];
let world: World;
let arena: ReturnType<typeof createArena>;

beforeEach(async () => {
  disk = createDisk();
  troubles = [];
  const place = await makeDatabase('sqlite');
  const db = await connect(place.address, (error) => troubles.push(error));
  const database: TestDatabase = {
    ...place,
    db,
    async close() {
      // a database with a failed disk is left open, as when the process ends
      await db.destroy().catch(() => undefined);
      await place.close();
    },
  };
  world = await makeWorld('sqlite', {}, undefined, database);
  await addOidcApplications(world.db);
  arena = createArena(world);
  // the first request creates the signing keys
  await world.send({ url: '/oidc/jwks' });
});
afterEach(async () => {
  disk.continueWith('works');
  await world.close();
  replaceSync(fdatasync);
});

/** Returns requests that write. Each is prepared while the disk works. */
const requests: [
  name: string,
  status: number,
  prepare: () => Promise<() => Promise<LightMyRequestResponse>>,
][] = [
  [
    'the password of a sign-in',
    200,
    async () => () => world.post('/api/auth', { username: 'o.shevchenko', password }),
  ],
  [
    'the start of a session',
    200,
    async () => {
      const proved = await world.post('/api/auth', { username: 'o.shevchenko', password });
      return () => world.post('/api/auth/internal', proved.json());
    },
  ],
  [
    'a sign-out',
    200,
    async () => {
      const cookie = await world.signIn();
      return () => world.post('/api/auth/logout', {}, { cookie });
    },
  ],
  [
    'the first authorization of an application, which creates a grant',
    303,
    async () => {
      const cookie = await world.signIn();
      const { pathname, search } = new URL(attemptOf(portal).address, 'http://localhost:3000');
      return () => world.send({ url: pathname + search, headers: { cookie } });
    },
  ],
  [
    'the launch of an application with a ticket',
    302,
    async () => {
      const cookie = await world.signIn();
      const url = `/api/app-redirect?appId=${apps.campus.id}`;
      return () => world.send({ url, headers: { cookie } });
    },
  ],
  [
    'a revoked token',
    200,
    async () => {
      const { tokens } = await arena.withTokens();
      return () => arena.call('/oidc/revoke', { token: tokens.refresh_token });
    },
  ],
];

/** Returns requests whose writes a user can repeat by signing in again. */
const relaxedRequests: typeof requests = [
  [
    'a later authorization of an application',
    303,
    async () => {
      const { browser } = await arena.withCode();
      const { pathname, search } = new URL(attemptOf(portal).address, 'http://localhost:3000');
      return () => browser.request(pathname + search);
    },
  ],
  [
    'tokens for a code',
    200,
    async () => {
      const given = await arena.withCode();
      return () => arena.exchange(given);
    },
  ],
  [
    'refreshed tokens',
    200,
    async () => {
      const { tokens } = await arena.withTokens();
      return () => arena.refresh(tokens.refresh_token);
    },
  ],
];

test.each(requests)('%s: the response waits for the disk', async (_name, status, prepare) => {
  const ask = await prepare();
  const before = disk.syncs();
  disk.hold();
  let isAnswered = false;
  const answer = ask().finally(() => {
    isAnswered = true;
  });
  await vi.waitFor(() => expect(disk.waiting).toHaveLength(1));
  for (let turns = 0; turns < 100; turns += 1) await nextTurn();
  expect(isAnswered).toBe(false);
  disk.continueWith('works');
  expect((await answer).statusCode).toBe(status);
  // one wait for each response
  expect(disk.syncs() - before).toBe(1);
});

test.each(requests)('%s: a failed disk is answered with 503', async (_name, _status, prepare) => {
  const ask = await prepare();
  disk.continueWith('fails');
  const answer = await ask();
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({ 'retry-after': '5' });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(answer.headers).not.toHaveProperty('location');
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.headers).not.toHaveProperty('etag');
  await nextTurn();
  expect(troubles).toMatchObject([{ code: 'SQLITE_IOERR_FSYNC' }]);
  // the first failure counts: a later success would prove nothing
  disk.continueWith('works');
  expect((await world.send({ url: '/readyz', headers: ours })).statusCode).toBe(503);
  expect(troubles).toHaveLength(1);
});

test.each(relaxedRequests)('%s: the disk has it a second later', async (_, status, prepare) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const ask = await prepare();
    await vi.advanceTimersByTimeAsync(1_000);
    await nextTurn();
    const before = disk.syncs();
    disk.hold();
    expect((await ask()).statusCode).toBe(status);
    expect(disk.syncs()).toBe(before);
    await vi.advanceTimersByTimeAsync(1_000);
    await nextTurn();
    await nextTurn();
    expect(disk.syncs()).toBe(before + 1);
  } finally {
    vi.useRealTimers();
    disk.continueWith('works');
  }
});

test('a response that waits for the disk covers the tokens issued before it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { tokens } = await arena.withTokens();
    await arena.refresh(tokens.refresh_token);
    const before = disk.syncs();
    await world.post('/api/auth', { username: 'o.shevchenko', password });
    expect(disk.syncs()).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(2_000);
    await nextTurn();
    expect(disk.syncs()).toBe(before + 1);
  } finally {
    vi.useRealTimers();
  }
});

test('a read waits only if the disk does not have what it may have read', async () => {
  const cookie = await world.signIn();
  await world.send({ url: '/user', headers: { cookie } });
  const before = disk.syncs();
  expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(200);
  expect(disk.syncs()).toBe(before);
});
