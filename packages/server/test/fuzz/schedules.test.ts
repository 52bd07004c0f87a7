// Random schedules of sign-ins and of what ends all sessions, on two nodes. The model: after the end is acknowledged, no session works
// that began before it, and no request fails because two transactions waited for each other. A few schedules in `npm test`, and for
// a given time with `npm run fuzz -- MINUTES schedules`.

import { setImmediate } from 'node:timers/promises';
import { paths } from '@brama/contract/paths';
import fc from 'fast-check';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PasswordResetTokens } from '../../src/factors/password-reset-tokens.ts';
import { createRecoveryStores } from '../../src/recovery/compose.ts';
import { addCaller, type Caller, callRoute, strongSession } from '../support/admin/callers.ts';
import { createBrowser } from '../support/browser.ts';
import { databaseKinds } from '../support/databases.ts';
import { form, formOf } from '../support/oidc/raw.ts';
import { createPasskeySteps } from '../support/passkeys/world.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
} from '../support/second-factor/steps.ts';
import { addUser, makeWorld, ours, password, type World } from '../support/world.ts';

const minutes = inject('fuzzMinutes');
const shortRuns = 6;
const chosen = 'zq7fW2mXc9Kt';
const limits = Object.fromEntries(
  ['FREE_TRIES', 'USER_PER_HOUR', 'ADDRESS_PER_MINUTE', 'STARTS_PER_MINUTE'].map((name) => [
    `RATE_LIMIT_${name}`,
    '1000000',
  ]),
);

type Answer = Promise<LightMyRequestResponse>;
type Target = { userId: string; username: string; owners: Browser[]; passkey: Passkey };
type Passkey = Awaited<ReturnType<ReturnType<typeof createPasskeySteps>['addNew']>>['passkey'];

/** `began`: all that the sign-in needs was given out before the schedule started. */
type SignIn = { thief: Browser; began: boolean; run(): Promise<LightMyRequestResponse[]> };
type End = { changesPassword: boolean; run(): Answer };

/** A browser whose session has ended is sent to the sign-in page, and a refused form back to its own page. */
const isDone = (answer: LightMyRequestResponse | undefined) =>
  answer !== undefined &&
  answer.statusCode < 400 &&
  !/session=ended|\/password\/reset$/.test(`${answer.headers.location}`);

const signInKinds = ['ticket', 'recovery-code', 'passkey', 'password', 'access-code'] as const;
const endKinds = ['secure', 'password', 'reset', 'others', 'sessions', 'factors'] as const;

const turns = fc.nat(60);
const schedule = fc.record({
  hasApp: fc.boolean(),
  signIns: fc.array(fc.record({ kind: fc.constantFrom(...signInKinds), turns }), {
    minLength: 1,
    maxLength: 6,
  }),
  ends: fc.array(fc.record({ kind: fc.constantFrom(...endKinds), turns }), {
    minLength: 1,
    maxLength: 2,
  }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(databaseKinds)('random schedules of sign-ins and ends, on %s', (kind) => {
  let world: World;
  let nodes: FastifyInstance[];
  let steps: SecondFactorSteps;
  let admin: Caller;
  let count = 0;

  beforeAll(async () => {
    world = await makeWorld(kind, { LOG_LEVEL: 'error', ...limits });
    nodes = [world.server, await world.node()];
    steps = createSecondFactorSteps(world);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterAll(() => world.close());

  function nextBrowser() {
    count += 1;
    return createBrowser(nodes[count % nodes.length] ?? world.server);
  }
  const call = (browser: Browser, url: string, payload: object = {}) =>
    browser.request(url, {
      method: 'POST',
      headers: { ...ours, accept: 'application/json' },
      payload,
    });
  const submit = (browser: Browser, url: string, fields: Record<string, string> = {}) =>
    browser.request(url, {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf(fields),
    });

  async function addTarget(hasApp: boolean): Promise<Target> {
    count += 1;
    const username = `user-${count}`;
    const userId = await addUser(world.db, { username }, world.passwordHash);
    const owners = [nextBrowser(), nextBrowser()];
    for (const owner of owners) await steps.enterPassword(owner, username);
    const { passkey } = await createPasskeySteps(world).addNew(owners[0]?.cookies() ?? '');
    if (hasApp) await steps.addApp(userId);
    // so that the owners may change the password
    await world.db
      .updateTable('sessions')
      .set(({ ref }) => ({ amr: 'pwd otp mfa', assured_at: ref('verified_at') }))
      .where('user_id', '=', userId)
      .execute();
    return { userId, username, owners, passkey };
  }

  /** Passes what comes before the step, and returns the step. A user without an app has a session after the password alone. */
  async function prepareSignIn(
    { userId, username, passkey }: Target,
    signInKind: (typeof signInKinds)[number],
    codes: string[],
  ): Promise<SignIn> {
    const thief = nextBrowser();
    const proof = { username, password };
    if (signInKind === 'password')
      return {
        thief,
        began: false,
        async run() {
          const proved = await call(thief, paths.signIn, proof);
          if (proved.statusCode !== 200) return [proved];
          return [proved, await call(thief, '/api/auth/internal', proved.json())];
        },
      };
    if (signInKind === 'access-code') {
      const stores = createRecoveryStores(world.db, world.keys, () => world.clock.now);
      const given = { userId, ttlMs: 9e6, issuedBy: 'admin', reason: 'lost phone' };
      const code = await stores.accessCodes.issue(world.db, given);
      const fields = { newPassword: `${chosen}9`, pendingUser: steps.userHashOf(userId) };
      return {
        thief,
        began: false,
        run: async () => [
          await submit(thief, '/uk/recovery/access-code', { username, code }),
          await submit(thief, '/uk/recovery/set-up', fields),
        ],
      };
    }
    const ticket = (await call(thief, paths.signIn, proof)).json();
    const exchange = () => call(thief, '/api/auth/internal', ticket);
    if (signInKind === 'ticket') return { thief, began: true, run: async () => [await exchange()] };
    await exchange();
    if (signInKind === 'recovery-code') {
      const code = codes.pop() ?? '';
      const how = { page: 'second-factor/recovery-code', remember: true } as const;
      return {
        thief,
        began: true,
        run: async () => [await steps.send(thief, userId, code, how)],
      };
    }
    const { options } = (await call(thief, '/api/second-factor/passkey/options')).json();
    const credential = options && passkey.get(options);
    return {
      thief,
      began: true,
      run: async () =>
        credential ? [await call(thief, '/api/second-factor/passkey', { credential })] : [],
    };
  }

  async function prepareEnd(
    { userId, username, owners }: Target,
    endKind: (typeof endKinds)[number],
    index: number,
  ): Promise<End> {
    const owner = owners[index] ?? expect.unreachable();
    const params = { id: userId };
    switch (endKind) {
      case 'secure':
        return { changesPassword: true, run: () => submit(owner, '/api/account/secure') };
      case 'password': {
        const change = { currentPassword: password, newPassword: chosen };
        return { changesPassword: true, run: () => call(owner, paths.password, change) };
      }
      case 'reset': {
        const tokens = new PasswordResetTokens(world.db, () => world.clock.now);
        const fields = {
          code: await tokens.issue(userId, `${username}@campus.example`),
          newPassword: chosen,
        };
        const run = () => submit(nextBrowser(), '/uk/password/reset', fields);
        return { changesPassword: true, run };
      }
      case 'others':
        return { changesPassword: false, run: () => call(owner, paths.endOtherSessions) };
      case 'sessions':
        return {
          changesPassword: false,
          run: () => callRoute(world, 'endSessions', admin, { params }),
        };
      case 'factors': {
        const body = { reason: 'lost' };
        const run = () => callRoute(world, 'resetFactors', admin, { params, body });
        return { changesPassword: false, run };
      }
    }
  }

  async function inTurn<T>(turnsBefore: number, work: () => Promise<T>): Promise<T> {
    for (let turn = 0; turn < turnsBefore; turn += 1) await setImmediate();
    return work();
  }

  async function run({ hasApp, signIns, ends }: Schedule) {
    const target = await addTarget(hasApp);
    const codes = await steps.addRecoveryCodes(target.userId);
    const started = await Promise.all(
      signIns.map(async (one) => ({ ...one, ...(await prepareSignIn(target, one.kind, codes)) })),
    );
    const ending = await Promise.all(
      ends.map(async (one, index) => ({ ...one, ...(await prepareEnd(target, one.kind, index)) })),
    );
    const [answers, ended] = await Promise.all([
      Promise.all(started.map((one) => inTurn(one.turns, one.run))),
      Promise.all(ending.map((one) => inTurn(one.turns, one.run))),
    ]);
    const statuses = [...answers.flat(), ...ended].map(({ statusCode }) => statusCode);
    expect(
      statuses.filter((status) => status >= 500),
      world.lines.join('\n'),
    ).toEqual([]);
    const done = ending.filter((_, index) => isDone(ended[index]));
    const isPasswordOver = done.some(({ changesPassword }) => changesPassword);
    for (const { thief, began, kind: signInKind } of started) {
      const mustEnd = began ? done.length > 0 : signInKind === 'password' && isPasswordOver;
      if (mustEnd) expect((await thief.request('/user')).statusCode, signInKind).toBe(401);
    }
  }

  test(
    'schedules',
    async () => {
      await fc.assert(
        fc.asyncProperty(schedule, run),
        minutes > 0
          ? { numRuns: Number.POSITIVE_INFINITY, interruptAfterTimeLimit: minutes * 60_000 }
          : { numRuns: shortRuns },
      );
    },
    minutes * 60_000 + 60_000,
  );
});
