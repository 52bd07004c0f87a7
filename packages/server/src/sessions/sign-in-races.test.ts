// The end of all sessions at the same moment as a sign-in, on PostgreSQL. Nothing of the sign-in is left, and neither waits for the
// other forever. A third connection holds one of them in the middle of its transaction. SQLite has one writer at a time.

import { paths } from '@brama/contract/paths';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../test/support/admin/callers.ts';
import { untilWaiting } from '../../test/support/admin/lock-waits.ts';
import { databaseKinds } from '../../test/support/databases.ts';
import { makeGoogleWorld } from '../../test/support/google/world.ts';
import { addDevices, createDevice, createDeviceUser } from '../../test/support/oidc/device.ts';
import { form, formOf } from '../../test/support/oidc/raw.ts';
import { createPasskeySteps } from '../../test/support/passkeys/world.ts';
import { createQuickHasher } from '../../test/support/quick-hasher.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
} from '../../test/support/second-factor/steps.ts';
import { addUser, makeWorld, ours, password, type World } from '../../test/support/world.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import { PasswordResetTokens } from '../factors/password-reset-tokens.ts';
import { createRecoveryStores } from '../recovery/compose.ts';
import type { Hasher } from '../sign-in/method.ts';
import { LinkedIdentities } from '../users/linked-identities.ts';
import { lockUser } from '../users/ways-in.ts';

const chosen = 'zq7fW2mXc9Kt';
const formHeaders = { ...ours, ...form };

type Answer = Promise<LightMyRequestResponse>;
/** A user with a session, and another person who knows the password. */
type Scene = { userId: string; username: string; owner: Browser; thief: Browser };
/** Prepares a request and returns it. */
type Prepare = (scene: Scene) => Promise<() => Answer>;

describe('a sign-in while all sessions end', () => {
  let world: World;
  let steps: SecondFactorSteps;
  let admin: Caller;
  let count = 0;
  let scene: Scene;

  beforeAll(async () => {
    world = await makeWorld('postgres', { SECOND_FACTOR: 'offered' });
    steps = createSecondFactorSteps(world);
    await addDevices(world.db);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  beforeEach(async () => {
    count += 1;
    const username = `user-${count}`;
    const userId = await addUser(world.db, { username }, world.passwordHash);
    const owner = steps.browser();
    await steps.enterPassword(owner, username);
    scene = { userId, username, owner, thief: steps.browser() };
  });
  afterAll(() => world.close());

  const submit = (browser: Browser, url: string, fields: Record<string, string> = {}) =>
    browser.submit(url, { method: 'POST', headers: formHeaders, payload: formOf(fields) });
  const call = (browser: Browser, url: string, payload: object = {}) =>
    browser.request(url, { method: 'POST', headers: ours, payload });
  const stores = () => createRecoveryStores(world.db, world.keys, () => world.clock.now);
  const rows = (table: 'sessions' | 'sign_in_tickets' | 'pending_sign_ins', userId: string) =>
    world.db.selectFrom(table).selectAll().where('user_id', '=', userId).execute();

  const ticketOf = async (username: string) =>
    (await world.post('/api/auth', { username, password })).json();
  const endOthers: Prepare =
    async ({ owner }) =>
    () =>
      call(owner, paths.endOtherSessions);
  const secure: Prepare =
    async ({ owner }) =>
    () =>
      submit(owner, '/api/account/secure');

  /** Holds all writes to a table during the work. */
  const holding = (table: string, work: () => Promise<void>) =>
    world
      .again()
      .transaction()
      .execute(async (holder) => {
        await sql`lock table ${sql.table(table)} in share mode`.execute(holder);
        await work();
      });

  /** Sends the first request, which stops before it writes to the table, then the second. Returns their responses. */
  async function race(table: string, first: () => Answer, second: () => Answer) {
    const answers: Answer[] = [];
    await holding(table, async () => {
      for (const [index, send] of [first, second].entries()) {
        answers.push(send());
        await untilWaiting(world.db, index + 1);
      }
    });
    return Promise.all(answers);
  }

  const signIns: [name: string, table: string, prepare: Prepare][] = [
    [
      'the exchange of a ticket',
      'trusted_devices',
      async ({ thief, username }) => {
        const ticket = await ticketOf(username);
        return () => call(thief, '/api/auth/internal', ticket);
      },
    ],
    [
      'a recovery code as the second step',
      'trusted_devices',
      async ({ thief, userId, username }) => {
        await steps.addApp(userId);
        const [code = ''] = await steps.addRecoveryCodes(userId);
        await steps.enterPassword(thief, username);
        return () => steps.send(thief, userId, code, { page: 'second-factor/recovery-code' });
      },
    ],
    [
      'a temporary access code',
      'events',
      async ({ thief, userId, username }) => {
        const given = { userId, ttlMs: 9e6, issuedBy: 'admin', reason: 'lost phone' };
        const code = await stores().accessCodes.issue(world.db, given);
        return () => submit(thief, '/uk/recovery/access-code', { username, code });
      },
    ],
  ];

  const revocations: [name: string, prepare: Prepare][] = [
    ['“This wasn’t me”', secure],
    [
      'a new password',
      async ({ owner }) =>
        () =>
          call(owner, '/api/password', { currentPassword: password, newPassword: chosen }),
    ],
    [
      'a password reset',
      async ({ owner, userId, username }) => {
        const tokens = new PasswordResetTokens(world.db, () => world.clock.now);
        const fields = {
          code: await tokens.issue(userId, `${username}@campus.example`),
          newPassword: chosen,
        };
        return () => submit(owner, '/uk/password/reset', fields);
      },
    ],
    ['the end of all other sessions', endOthers],
    [
      'an administrator who resets the factors',
      async ({ userId: id }) =>
        () =>
          callRoute(world, 'resetFactors', admin, { params: { id }, body: { reason: 'lost' } }),
    ],
    [
      // as of a manifest
      'a list of users that is a subquery',
      async ({ userId }) => {
        const at = world.clock.now;
        const users = world.db.selectFrom('users').select('id').where('id', '=', userId);
        return async () => {
          await world.db
            .transaction()
            .execute((queries) =>
              revokeUsers(queries, { users: users.$asScalar(), scope: 'credentials', at }),
            );
          return { statusCode: 200 } as LightMyRequestResponse;
        };
      },
    ],
    [
      'an administrator who ends the sessions',
      async ({ userId: id }) =>
        () =>
          callRoute(world, 'endSessions', admin, { params: { id } }),
    ],
  ];

  /** Nothing of the sign-in works, and none is left that would. */
  async function expectNothingLeft({ userId, thief, owner }: Scene) {
    expect((await thief.request('/user')).statusCode).toBe(401);
    const isIn = (await owner.request('/user')).statusCode === 200;
    expect(await rows('sessions', userId)).toHaveLength(isIn ? 1 : 0);
    expect(await rows('sign_in_tickets', userId)).toEqual([]);
    expect(await rows('pending_sign_ins', userId)).toEqual([]);
  }

  test.each(revocations)('a ticket that is being exchanged ends with %s', async (_, prepare) => {
    const [, table, prepareSignIn] = signIns[0] ?? expect.unreachable();
    const first = await prepareSignIn(scene);
    const [, ended] = await race(table, first, await prepare(scene));
    expect(ended?.statusCode).toBeLessThan(400);
    await expectNothingLeft(scene);
  });

  test.each([
    ['a recovery code as the second step', endOthers],
    ['a temporary access code', secure],
  ])('%s in progress ends with all sessions', async (name, prepareEnd) => {
    const [, table, prepare] = signIns.find(([one]) => one === name) ?? expect.unreachable();
    const [, ended] = await race(table, await prepare(scene), await prepareEnd(scene));
    expect(ended?.statusCode).toBeLessThan(400);
    await expectNothingLeft(scene);
  });

  test('a device that is being allowed ends, also if its session stays', async () => {
    const device = createDevice(world);
    const { user_code } = await device.ask();
    const { thief, owner, userId } = scene;
    // stolen from the user
    thief.take(owner.cookies());
    const page = await createDeviceUser(thief).type(user_code);
    let done: unknown;
    const allow = async () => {
      done = await createDeviceUser(thief).answer(page.body, 'confirm');
      return {} as LightMyRequestResponse;
    };
    const [, ended] = await race('events', allow, await endOthers(scene));
    expect([done, ended?.statusCode]).toEqual([expect.objectContaining({ status: 200 }), 200]);
    const grants = world.db.selectFrom('oidc_grants').select('expires_at');
    const { expires_at } = await grants.where('user_id', '=', userId).executeTakeFirstOrThrow();
    expect(expires_at).toBeLessThanOrEqual(world.clock.now);
  });

  test('a passkey as the second step and “This wasn’t me” do not wait for each other', async () => {
    const { userId, username, owner, thief } = scene;
    const { passkey } = await createPasskeySteps(world).addNew(owner.cookies());
    await steps.addApp(userId);
    await steps.enterPassword(thief, username);
    const { options } = (await call(thief, '/api/second-factor/passkey/options')).json();
    const credential = passkey.get(options);
    const first = () => call(thief, '/api/second-factor/passkey', { credential });
    const [, ended] = await race('used_passkey_challenges', first, await secure(scene));
    expect(ended?.statusCode).toBe(303);
    await expectNothingLeft(scene);
  });

  test('a reset link and “This wasn’t me” do not wait for each other', async () => {
    const { userId, username, owner, thief } = scene;
    const tokens = new PasswordResetTokens(world.db, () => world.clock.now);
    const fields = {
      code: await tokens.issue(userId, `${username}@campus.example`),
      newPassword: chosen,
    };
    const answers: Answer[] = [];
    await world
      .again()
      .transaction()
      .execute(async (holder) => {
        await lockUser(holder, userId);
        answers.push(submit(owner, '/api/account/secure'));
        await untilWaiting(world.db, 1);
        answers.push(submit(thief, '/uk/password/reset', fields));
        await untilWaiting(world.db, 2);
      });
    const [ended, reset] = await Promise.all(answers);
    expect([ended?.headers.location, reset?.statusCode]).toEqual([
      '/uk/password/forgot?account=secured',
      410,
    ]);
  });
});

test('a sign-in by an account that is being unlinked gets no session', async () => {
  const world = await makeGoogleWorld('postgres');
  try {
    expect((await world.createBrowser().signIn()).statusCode).toBe(200);
    const thief = world.createBrowser();
    let signingIn: Promise<unknown> | undefined;
    await world
      .again()
      .transaction()
      .execute(async (queries) => {
        const { olena } = world;
        const links = new LinkedIdentities(world.db, () => world.clock.now);
        await lockUser(queries, olena);
        await links.unlink(queries, 'google', olena);
        const at = world.clock.now;
        await revokeUsers(queries, { users: [olena], scope: 'credentials', at });
        signingIn = thief.signIn();
        await untilWaiting(world.db, 1);
      });
    await signingIn;
    expect(await thief.isSignedIn()).toBe(false);
  } finally {
    await world.close();
  }
});

describe.each(databaseKinds)('a password that changes after it was verified, on %s', (kind) => {
  let world: World;
  let afterVerification = async () => undefined as unknown;
  beforeAll(async () => {
    const makeHasher = (real: Hasher): Hasher => {
      const quick = createQuickHasher(real);
      return {
        ...quick,
        async verify(hash, text) {
          const isCorrect = await quick.verify(hash, text);
          await afterVerification();
          return isCorrect;
        },
      };
    };
    world = await makeWorld(kind, {}, undefined, undefined, makeHasher);
  });
  afterAll(() => world.close());

  /** Changes the password and ends all sessions, and then does the work before the commit. */
  const changePassword = (work: () => Promise<unknown>) =>
    world
      .again()
      .transaction()
      .execute(async (queries) => {
        const users = [world.olena];
        await queries
          .updateTable('users')
          .set({ password_hash: await world.hashPassword(chosen) })
          .where('id', 'in', users)
          .execute();
        await revokeUsers(queries, { users, scope: 'credentials', at: world.clock.now });
        await work();
      });
  const signIn = () => world.post('/api/auth', { username: 'o.shevchenko', password });

  test('gives no ticket', async () => {
    expect((await signIn()).statusCode).toBe(200);
    const { password_hash } = await world.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', world.olena)
      .executeTakeFirstOrThrow();
    afterVerification = () => changePassword(async () => undefined);
    expect((await signIn()).statusCode).toBe(401);
    afterVerification = async () => undefined;
    await world.db.updateTable('users').set({ password_hash }).execute();
    // SQLite has one writer at a time
    if (kind === 'sqlite') return;
    let signingIn: Answer | undefined;
    await changePassword(() => {
      signingIn = signIn();
      return Promise.race([signingIn, untilWaiting(world.db, 1)]);
    });
    expect((await signingIn)?.statusCode).toBe(401);
    expect(await world.db.selectFrom('sign_in_tickets').selectAll().execute()).toEqual([]);
  });
});
