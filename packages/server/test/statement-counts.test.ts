// Fixes how many statements and commits each operation needs. A change that needs more must say why here.

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hashSecret } from '../src/crypto/secrets.ts';
import { addCaller, callRoute, strongSession } from './support/admin/callers.ts';
import { addCasApplication } from './support/cas/applications.ts';
import { ticketFor } from './support/cas/client.ts';
import { databaseKinds } from './support/databases.ts';
import { portal } from './support/oidc/applications.ts';
import { type Arena, makeArena } from './support/oidc/arena.ts';
import { attemptOf } from './support/oidc/raw.ts';
import { createPasskeySteps } from './support/passkeys/world.ts';
import { makeDriver as makeDiia } from './support/sign-in/diia.ts';
import { makeDriver as makeGoogle } from './support/sign-in/google.ts';
import { type Counts, countStatements, recordStatements } from './support/statements.ts';
import { addUser, apps, password } from './support/world.ts';

type Answer = Promise<LightMyRequestResponse>;
/** Prepares the operation and returns it. */
type Prepare = (arena: Arena) => Promise<() => Answer>;

const credentials = { username: 'o.shevchenko', password };
/** `locks`: reads that only lock rows, which SQLite does not need. */
type Wanted = Counts & { locks: number };

const counts = (reads: number, writes: number, commits: number, locks = 0): Wanted => ({
  reads,
  writes,
  commits,
  locks,
});

/** A browser that has signed in before. */
async function returningBrowser(arena: Arena) {
  const proved = await arena.post('/api/auth', credentials);
  const entered = await arena.post('/api/auth/internal', proved.json());
  return entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

const authorize = (arena: Arena, cookie: string) => {
  const { pathname, search } = new URL(attemptOf(portal).address, 'http://localhost:3000');
  return arena.send({ url: pathname + search, headers: { cookie } });
};

async function launch(arena: Arena, cookie: string) {
  const url = `/api/app-redirect?appId=${apps.campus.id}`;
  return arena.send({ url, headers: { cookie } });
}

const timetable = {
  id: '4f1c7a90-2b3d-4e58-9c61-7a0d5be2f310',
  name: 'timetable',
  service: 'https://campus.example/app/',
};

const addTimetable = ({ db }: Arena) =>
  addCasApplication(db, {
    ...timetable,
    protocol: {
      services: [timetable.service],
      attributes: { mail: 'email', member: 'groups' },
      proxy: { callbacks: ['https://campus.example/pgt'], services: [timetable.service] },
    },
  });

const casLogin = (arena: Arena, cookie: string) =>
  arena.send({ url: '/cas/login', query: { service: timetable.service }, headers: { cookie } });

/** Stores a proxy-granting ticket for the newest session. */
async function addGrant({ db }: Arena): Promise<string> {
  const pgt = `PGT-${'a'.repeat(43)}`;
  const session = await db
    .selectFrom('sessions')
    .select(['uid', 'user_id'])
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('cas_proxy_grants')
    .values({
      id_hash: hashSecret(pgt),
      session_uid: session.uid,
      application_id: timetable.id,
      user_id: session.user_id,
      proxies: '[]',
      fresh: 0,
      created_at: 0,
    })
    .execute();
  return pgt;
}

async function prepareSignOut(arena: Arena) {
  const cookie = await arena.signIn();
  return () => arena.post('/api/auth/logout', undefined, { cookie });
}

const operations: [name: string, status: number, wanted: Wanted, prepare: Prepare][] = [
  [
    'POST /api/auth, new browser',
    200,
    counts(3, 7, 2),
    async (arena) => () => arena.post('/api/auth', credentials),
  ],
  [
    'POST /api/auth, known browser',
    200,
    counts(3, 5, 2),
    async (arena) => {
      const cookie = await returningBrowser(arena);
      return () => arena.post('/api/auth', credentials, { cookie });
    },
  ],
  [
    'POST /api/auth, wrong password',
    401,
    counts(3, 3, 1),
    async (arena) => () => arena.post('/api/auth', { ...credentials, password: 'wrong' }),
  ],
  [
    // each start of a session locks the user, reads whether a second factor is missing, and stores its event. A new browser of a young
    // account also asks whether it is the first sign-in
    'POST /api/auth/internal, new browser',
    200,
    counts(3, 8, 1, 1),
    async (arena) => {
      const proved = await arena.post('/api/auth', credentials);
      return () => arena.post('/api/auth/internal', proved.json());
    },
  ],
  [
    'POST /api/auth/internal, known browser without a session',
    200,
    counts(2, 4, 1, 1),
    async (arena) => {
      const cookies = await returningBrowser(arena);
      const cookie = cookies.split('; ').find((one) => one.startsWith('brama_device')) ?? '';
      const proved = await arena.post('/api/auth', credentials, { cookie });
      return () => arena.post('/api/auth/internal', proved.json(), { cookie });
    },
  ],
  [
    'POST /api/auth/internal, renewed session',
    200,
    counts(1, 5, 1, 1),
    async (arena) => {
      const cookie = await returningBrowser(arena);
      const proved = await arena.post('/api/auth', credentials, { cookie });
      return () => arena.post('/api/auth/internal', proved.json(), { cookie });
    },
  ],
  [
    // each visit of the sign-in page asks for them
    'POST /api/passkey/options',
    200,
    counts(0, 0, 0),
    async (arena) => () => arena.post('/api/passkey/options', undefined),
  ],
  [
    // counts the start; stores the challenge as used, the use of the passkey and the ticket
    'POST /api/passkey/sign-in',
    200,
    counts(1, 4, 2),
    async (arena) => {
      const steps = createPasskeySteps(arena);
      const { passkey } = await steps.addNew(await arena.signIn());
      const { options, cookie } = await steps.askOptions();
      return () => steps.prove(passkey.get(options), cookie);
    },
  ],
  [
    'GET /user',
    200,
    counts(2, 0, 0),
    async (arena) => {
      const cookie = await arena.signIn();
      return () => arena.send({ url: '/user', headers: { cookie } });
    },
  ],
  [
    // stores the ticket, and for the portal that the user has launched the application
    'GET /api/app-redirect',
    302,
    counts(2, 2, 1),
    async (arena) => {
      const cookie = await arena.signIn();
      return () => launch(arena, cookie);
    },
  ],
  [
    'GET /api/ticket',
    200,
    counts(4, 1, 1),
    async (arena) => {
      const { location } = (await launch(arena, await arena.signIn())).headers;
      const ticketId = new URL(`${location}`).searchParams.get('ticketId') ?? '';
      const { id: appId, secret: appSecret } = apps.campus;
      const query = new URLSearchParams({ ticketId, appId, appSecret });
      return () => arena.send({ url: `/api/ticket?${query}` });
    },
  ],
  [
    'authorize, first use of the application in a session',
    303,
    counts(3, 2, 2),
    async (arena) => {
      const cookie = await arena.signIn();
      return () => authorize(arena, cookie);
    },
  ],
  [
    'authorize, again',
    303,
    counts(1, 1, 1),
    async (arena) => {
      const cookie = await arena.signIn();
      await authorize(arena, cookie);
      return () => authorize(arena, cookie);
    },
  ],
  [
    'token, authorization code',
    200,
    counts(1, 3, 1),
    async (arena) => {
      const given = await arena.withCode();
      return () => arena.exchange(given);
    },
  ],
  [
    'token, refresh',
    200,
    counts(1, 4, 1),
    async (arena) => {
      const { tokens } = await arena.withTokens();
      return () => arena.refresh(tokens.refresh_token);
    },
  ],
  [
    'userinfo',
    200,
    counts(1, 0, 0),
    async (arena) => {
      const { tokens } = await arena.withTokens();
      return () => arena.userinfo(tokens.access_token);
    },
  ],
  [
    // the session and the application; stores the ticket, and deletes those beyond the most for a session
    'CAS login with a session',
    302,
    counts(2, 2, 1),
    async (arena) => {
      const cookie = await arena.signIn();
      return () => casLogin(arena, cookie);
    },
  ],
  [
    // the ticket with its session, user and application; uses the ticket
    'CAS serviceValidate',
    200,
    counts(1, 1, 1),
    async (arena) => {
      const ticket = await ticketFor(arena, await arena.signIn(), timetable.service);
      const query = { service: timetable.service, ticket };
      return () => arena.send({ url: '/cas/p3/serviceValidate', query });
    },
  ],
  [
    // the grant with its session, user and application; the application that receives the ticket; stores it
    'CAS proxy ticket',
    200,
    counts(2, 2, 1),
    async (arena) => {
      await arena.signIn();
      const query = { pgt: await addGrant(arena), targetService: timetable.service };
      return () => arena.send({ url: '/cas/proxy', query });
    },
  ],
  [
    // reads the tickets to notify; ends the session and stores the event
    'sign-out, with CAS applications',
    200,
    counts(3, 2, 1),
    prepareSignOut,
  ],
  [
    // the caller with the roles, twice; the user once, with memberships, roles and guests; the sources, which own fields, before and
    // after. Writes the user once, two events, and what ends with the sessions
    'PATCH of a user by the API, which disables the user',
    200,
    counts(13, 15, 1, 1),
    async (arena) => {
      const userId = await addUser(arena.db, { username: crypto.randomUUID() }, '');
      await addCaller(arena, 'admin', ['administrator']);
      const admin = await strongSession(arena, 'admin');
      const input = { params: { id: userId }, body: { disabled: true } };
      return () => callRoute(arena, 'updateUser', admin, input);
    },
  ],
  [
    'discovery',
    200,
    counts(0, 0, 0),
    async (arena) => () => arena.send({ url: '/.well-known/openid-configuration' }),
  ],
  ['JWKS', 200, counts(0, 0, 0), async (arena) => () => arena.send({ url: '/oidc/jwks' })],
];

const recorder = recordStatements();
afterAll(recorder.stop);

describe.each(databaseKinds)('statements on %s', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    // emails about new browsers are sent after the response
    arena = await makeArena(kind, { BRAMA_DEMO: '0' });
    // the first request creates the signing keys
    await arena.send({ url: '/oidc/jwks' });
    // the clients are cached, and the services
    await arena.withTokens();
    await addTimetable(arena);
    await ticketFor(arena, await arena.signIn(), timetable.service);
  });
  afterAll(async () => {
    await arena.close();
  });

  /** Fails with the statements. */
  async function expectCounts(ask: () => Answer, status: number, { locks, ...others }: Wanted) {
    const reads = others.reads + (kind === 'postgres' ? locks : 0);
    recorder.take();
    expect((await ask()).statusCode).toBe(status);
    const statements = recorder.take();
    expect(countStatements(statements), statements.join('\n')).toEqual({ ...others, reads });
  }

  test.each(operations)('%s', async (_name, status, wanted, prepare) => {
    await expectCounts(await prepare(arena), status, wanted);
  });

  test('sign-out, without CAS applications', async () => {
    const without = await makeArena(kind, { BRAMA_DEMO: '0' });
    // a node reads once a minute whether any application uses CAS
    await (await prepareSignOut(without))();
    await expectCounts(await prepareSignOut(without), 200, counts(2, 2, 1));
    await without.close();
  });

  test.each([
    // Google: the first sign-in also links the account, with an event, and the ticket uses the link
    ['Google', makeGoogle, counts(6, 13, 4, 1)],
    ['Diia', makeDiia, counts(2, 10, 1, 1)],
  ] as const)('the last step of a sign-in with %s', async (_name, makeDriver, wanted) => {
    const driver = await makeDriver(kind);
    try {
      const { enter } = await driver.prove();
      await expectCounts(enter, 200, wanted);
    } finally {
      await driver.world.close();
    }
  });
});
