// The explanation why a user cannot sign in names each rule and its remedy.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { signInObstacles } from '@brama/contract/admin/sign-in-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
} from '../../../test/support/admin/callers.ts';
import { linkGoogle } from '../../../test/support/admin/factors.ts';
import { outcome } from '../../../test/support/attempts.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { createSecondFactorSteps } from '../../../test/support/second-factor/steps.ts';
import {
  addUser,
  apps,
  makeWorld,
  ours,
  password,
  type World,
} from '../../../test/support/world.ts';

const hour = 3_600_000;

describeOnDatabases('why a user cannot sign in', (kind) => {
  let world: World;
  let admin: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind, {
      RATE_LIMIT_USER_PER_HOUR: '40',
      GOOGLE_HOSTED_DOMAINS: 'campus.example',
      GOOGLE_CLIENT_ID: 'brama',
      GOOGLE_CLIENT_SECRET: 'x'.repeat(24),
    });
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterEach(() => world.close());

  const ask = (applicationId?: string, id = world.olena) =>
    callRoute(world, 'checkSignIn', admin, {
      params: { id },
      ...(applicationId !== undefined && { query: { applicationId } }),
    });
  async function obstacles(applicationId?: string) {
    const response = await ask(applicationId);
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    const { canSignIn, obstacles: found } = response.json();
    expect(canSignIn).toBe(found.every(({ prevents }: { prevents: boolean }) => !prevents));
    return found.map(({ code }: { code: string }) => code);
  }
  const set = (columns: object) =>
    world.db.updateTable('users').set(columns).where('id', '=', world.olena).execute();

  test('nothing prevents an ordinary user', async () => {
    expect(await obstacles()).toEqual([]);
    expect(await obstacles(apps.campus.id)).toEqual([]);
  });

  test('names the event that has caused it, and who did it', async () => {
    const { version } = await world.db
      .selectFrom('users')
      .select('version')
      .where('id', '=', world.olena)
      .executeTakeFirstOrThrow();
    const change = { params: { id: world.olena }, body: { disabled: true } };
    const headers = { 'if-match': `"${version}"` };
    expect((await callRoute(world, 'updateUser', admin, { ...change, headers })).statusCode).toBe(
      200,
    );
    const { obstacles: found } = (await ask()).json();
    expect(found).toMatchObject([
      { code: 'disabled', cause: { type: 'user.disabled', actorUsername: 'admin' } },
    ]);
  });

  test('an event that changed something else is not the cause', async () => {
    const change = async (body: object) => {
      // the job of validity dates may change the version at the same time
      await vi.waitFor(async () => {
        const row = world.db.selectFrom('users').select('version').where('id', '=', world.olena);
        const { version } = await row.executeTakeFirstOrThrow();
        const headers = { 'if-match': `"${version}"` };
        const call = { params: { id: world.olena }, body, headers };
        expect((await callRoute(world, 'updateUser', admin, call)).statusCode).toBe(200);
      });
      world.clock.now += 1000;
    };
    const causes = async (applicationId: string) =>
      (await ask(applicationId)).json().obstacles.map(({ cause }: { cause: unknown }) => cause);
    const removedFrom = async (group: string) => {
      await world.db.insertInto('groups').values({ name: group, created_at: 1 }).execute();
      const params = { id: world.olena, group };
      for (const operation of ['putMembership', 'removeMembership'] as const)
        await callRoute(world, operation, admin, {
          params,
          ...(operation === 'putMembership' && { body: {} }),
        });
      world.clock.now += 1000;
    };
    const from = (...groups: string[]) => ({ groups });
    await world.db
      .updateTable('applications')
      .set({ access: JSON.stringify(from('chess', 'choir')) })
      .where('id', '=', apps.rooms.id)
      .execute();
    await removedFrom('rowing');
    expect(await causes(apps.rooms.id)).toEqual([null]);
    await removedFrom('chess');
    const at = new Date(world.clock.now - 1000).toISOString();
    await removedFrom('rowers');
    expect(await causes(apps.rooms.id)).toEqual([
      expect.objectContaining({ type: 'membership.removed', at }),
    ]);

    await set({ valid_until: world.clock.now + 500 });
    await change({ givenName: 'Оленка' });
    expect(await causes(apps.campus.id)).toContain(null);
    await change({ validUntil: new Date(world.clock.now - 100).toISOString() });
    await change({ givenName: 'Олена' });
    const [expired] = await causes(apps.campus.id);
    expect(expired).toEqual(
      expect.objectContaining({
        type: 'user.changed',
        at: new Date(world.clock.now - 2000).toISOString(),
      }),
    );
  });

  test('the whole account is one answer and one event', async () => {
    const viewed = () =>
      world.db
        .selectFrom('events')
        .select('details')
        .where('type', '=', 'user.viewed')
        .where('user_id', '=', world.olena)
        .execute();
    const read = (caller: Caller) =>
      callRoute(world, 'readUserAccount', caller, { params: { id: world.olena } });
    expect((await read(admin)).json()).toMatchObject({
      user: { id: world.olena, version: expect.any(Number) },
      factors: { password: true },
      sessions: [],
      applications: expect.arrayContaining([
        {
          id: apps.campus.id,
          name: 'campus',
          title: { uk: expect.any(String), en: expect.any(String) },
        },
      ]),
      check: { canSignIn: true, obstacles: [], attempts: [] },
    });
    expect(await viewed()).toEqual([{ details: JSON.stringify({ how: 'account' }) }]);
    const token = await tokenOf(world, admin.userId, {
      roles: ['administrator'],
      scopes: ['users.read'],
    });
    expect((await read(token)).json()).toMatchObject({
      factors: null,
      sessions: null,
      applications: null,
    });
    const gone = { params: { id: crypto.randomUUID() } };
    expect((await callRoute(world, 'readUserAccount', admin, gone)).statusCode).toBe(404);
  });

  test('lists the last attempts, and finds one by the code of its error', async () => {
    const wrong = await world.send({
      method: 'POST',
      url: '/api/auth',
      headers: ours,
      payload: { username: 'o.shevchenko', password: 'wrong' },
    });
    expect(wrong.statusCode).toBe(401);
    world.clock.now += 1000;
    await world.signIn();
    const { attempts } = (await ask()).json();
    expect(attempts).toMatchObject([
      { result: 'succeeded', method: 'password', reason: null, reference: null },
      { result: 'refused', step: 'sign-in', method: 'password', reason: 'wrong-password' },
    ]);
    const code = `${wrong.headers['x-request-id']}`.slice(0, 8);
    expect(attempts[1].reference).toBe(code);
    const find = async (query: { code: string }) =>
      (await callRoute(world, 'findSignInAttempts', admin, { query })).json();
    expect(await find({ code: code.toUpperCase() })).toMatchObject({
      items: [{ reference: code, user: { id: world.olena } }],
    });
    expect(await find({ code: 'ffffffff' })).toEqual({ items: [] });
    expect((await callRoute(world, 'listRefusalReasons', admin)).json()).toEqual({
      items: [{ step: 'sign-in', method: 'password', reason: 'wrong-password', count: 1 }],
    });
    // nothing is stored about an unknown name
    await world.send({
      method: 'POST',
      url: '/api/auth',
      headers: ours,
      payload: { username: 'nobody', password: 'wrong' },
    });
    expect((await callRoute(world, 'listRefusalReasons', admin)).json().items).toHaveLength(1);
  });

  test('validity, with the time when it ends by itself', async () => {
    await set({ disabled: 1, disabled_by_administrator: 1 });
    expect(await obstacles()).toEqual(['disabled']);
    await set({ disabled_by_administrator: 0, valid_until: world.clock.now - hour });
    expect(await obstacles()).toEqual(['expired']);
    // an administrator who enables the user sees that this is not all
    await set({ disabled_by_administrator: 1 });
    expect(await obstacles()).toEqual(['disabled', 'expired']);
    await set({ valid_until: null, valid_from: world.clock.now + hour });
    expect(await obstacles()).toEqual(['disabled', 'not-yet-valid']);
    await set({ disabled_by_administrator: 0 });
    const { canSignIn, obstacles: found } = (await ask()).json();
    const until = new Date(world.clock.now + hour).toISOString();
    expect([canSignIn, found]).toEqual([
      false,
      [expect.objectContaining({ code: 'not-yet-valid', until, prevents: true })],
    ]);
  });

  test('no way to sign in, and an invitation that was not used', async () => {
    await set({ password_hash: null });
    await set({ email: 'o.shevchenko@other.example', email_key: 'o.shevchenko@other.example' });
    expect(await obstacles()).toEqual(['no-way']);
    const expires_at = world.clock.now + hour;
    await world.db
      .insertInto('password_resets')
      .values({
        user_id: world.olena,
        token_hash: 'x',
        expires_at,
        previous_token_hash: null,
        previous_expires_at: null,
        invited_email: 'o.shevchenko@other.example',
      })
      .execute();
    const { canSignIn, obstacles: found } = (await ask()).json();
    const until = new Date(expires_at).toISOString();
    expect([canSignIn, found]).toEqual([
      false,
      [expect.objectContaining({ code: 'invitation-waits', until, prevents: true })],
    ]);
    world.clock.now = expires_at;
    admin = await strongSession(world, 'admin');
    expect(await obstacles()).toEqual(['no-way']);
  });

  /** Tries passwords from this many networks. Returns the status of the last attempt. */
  async function guess(networks: number, each: number, tried = 'wrong') {
    let status = 0;
    for (let network = 1; network <= networks; network += 1)
      for (let attempt = 0; attempt < each; attempt += 1)
        status = (
          await world.server.inject({
            method: 'POST',
            url: '/api/auth',
            headers: ours,
            payload: { username: 'O.Shevchenko', password: tried },
            remoteAddress: `192.0.2.${network}`,
          })
        ).statusCode;
    return status;
  }
  const lift = (caller = admin, id: string = world.olena) =>
    callRoute(world, 'liftSignInWaits', caller, { params: { id } });
  const lifted = async () =>
    world.db
      .selectFrom('events')
      .select(['user_id', 'actor_id', 'network'])
      .where('type', '=', 'sign-in.waits-lifted')
      .execute();

  test('too many wrong passwords from one network; an administrator lifts the wait', async () => {
    await guess(1, 11);
    expect(await guess(1, 1, password)).toBe(429);
    const { canSignIn, obstacles: found } = (await ask()).json();
    const until = expect.stringMatching(/Z$/);
    expect([canSignIn, found]).toEqual([
      true,
      [expect.objectContaining({ code: 'throttled-in-one-place', until, prevents: false })],
    ]);
    const operatorId = await addCaller(world, 'operator', ['operator']);
    const operator = await strongSession(world, 'operator');
    expect((await lift(operator)).statusCode).toBe(204);
    expect(await obstacles()).toEqual([]);
    // nothing to lift is no event
    expect((await lift()).statusCode).toBe(204);
    expect(await guess(1, 1, password)).toBe(200);
    expect(await lifted()).toEqual([
      { user_id: world.olena, actor_id: operatorId, network: '127.0.0.1' },
    ]);
    expect(world.lines.join('')).toContain('"event":"sign-in.waits-lifted"');
    expect((await lift(admin, crypto.randomUUID())).statusCode).toBe(404);
  });

  test('too many wrong passwords from all networks', async () => {
    await guess(9, 3);
    const { canSignIn, obstacles: found } = (await ask()).json();
    expect([canSignIn, found.map(({ code }: { code: string }) => code)]).toEqual([
      false,
      ['throttled'],
    ]);
    await lift();
    expect(await guess(1, 1, password)).toBe(200);
  });

  test('too many wrong codes of the second factor', async () => {
    const steps = createSecondFactorSteps(world);
    await steps.addApp(world.olena);
    const enter = async (from: string) =>
      outcome(await steps.send(await steps.pendingBrowser(), world.olena, '000000', { from }));
    for (let attempt = 0; attempt < 5; attempt += 1) await enter('192.0.2.1');
    expect(await obstacles()).toEqual(['second-factor-throttled-in-one-place']);
    for (let network = 2; network <= 7; network += 1) await enter(`192.0.2.${network}`);
    expect((await obstacles())[0]).toBe('second-factor-throttled');
    await lift();
    expect(await obstacles()).toEqual([]);
    expect(await enter('192.0.2.1')).toBe(401);
  });

  async function supposed(query: Record<string, string>) {
    const response = await callRoute(world, 'checkSignIn', admin, {
      params: { id: world.olena },
      query,
    });
    const { canSignIn, obstacles: found, fields } = response.json();
    return { canSignIn, codes: found?.map(({ code }: { code: string }) => code), fields };
  }

  test('as if the user signs in by another method', async () => {
    expect(await supposed({ method: 'password' })).toMatchObject({ canSignIn: true, codes: [] });
    expect(await supposed({ method: 'passkey' })).toMatchObject({
      canSignIn: false,
      codes: ['method-missing'],
    });
    expect((await supposed({ method: 'diia' })).codes).toEqual(['method-off']);
    expect((await supposed({ method: 'smoke' })).fields).toHaveProperty('method');
    await set({ password_hash: null, email: null, email_key: null });
    expect((await supposed({ method: 'passkey' })).codes).toEqual(['no-way']);
  });

  test('as if from one network: only there is the wait an obstacle', async () => {
    await guess(1, 11);
    expect(await supposed({ network: '192.0.2.1' })).toMatchObject({
      canSignIn: false,
      codes: ['throttled-in-one-place'],
    });
    expect((await supposed({ network: '192.0.2.2' })).codes).toEqual([]);
    // a passkey needs no password
    expect((await supposed({ network: '192.0.2.1', method: 'passkey' })).codes).toEqual([
      'method-missing',
    ]);
    expect((await supposed({ network: 'campus' })).fields).toHaveProperty('network');
  });

  test('as if at another time: validity, waits and groups by then', async () => {
    await guess(1, 11);
    const until = world.clock.now + 24 * hour;
    await set({ valid_until: until, groups: '["guests"]' });
    await world.db
      .insertInto('membership_periods')
      .values({ user_id: world.olena, group_name: 'guests', valid_from: null, valid_until: until })
      .execute();
    const at = (time: number) => new Date(time).toISOString();
    expect((await supposed({ at: at(until - 1) })).codes).toEqual([]);
    expect((await supposed({ at: at(until) })).codes).toEqual(['expired']);
    await set({ valid_until: null });
    const access = { any: [{ group: 'guests' }] };
    await world.db
      .updateTable('applications')
      .set({ access: JSON.stringify(access) })
      .where('id', '=', apps.campus.id)
      .execute();
    const applicationId = apps.campus.id;
    expect((await supposed({ applicationId, at: at(until - 1) })).codes).toEqual([]);
    expect((await supposed({ applicationId, at: at(until) })).codes).toEqual(['no-access']);
  });

  test('waits of an administrator are not lifted, also not the own ones', async () => {
    const bossId = await addCaller(world, 'boss', ['administrator']);
    const token = await tokenOf(world, bossId, { roles: ['administrator'] });
    for (const id of [bossId, admin.userId]) {
      const refused = await lift(token, id);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'admin.conflict']);
    }
  });

  test('waits of a user with other rights are not lifted', async () => {
    await addCaller(world, 'operator', ['operator']);
    const operator = await strongSession(world, 'operator');
    const auditorId = await addCaller(world, 'auditor', ['auditor']);
    expect((await lift(operator, auditorId)).json().code).toBe('admin.higher-role');
  });

  test('Google links only addresses of our domains at the first sign-in', async () => {
    const withEmail = async (email: string) => {
      await set({ password_hash: null, email, email_key: email });
      return obstacles();
    };
    const listed = async () => {
      const { items } = (await callRoute(world, 'listUsers', admin, {})).json();
      return items.find(({ id }: { id: string }) => id === world.olena);
    };
    expect(await withEmail('o.shevchenko@campus.example')).toEqual(['only-google']);
    expect(await listed()).toMatchObject({ hasWayIn: false, linksGoogle: true });
    for (const email of ['ext@gmail.com', 'ext@x.campus.example', 'олена@campus.example'])
      expect([email, await withEmail(email)]).toEqual([email, ['no-way']]);
    expect(await listed()).toMatchObject({ hasWayIn: false, linksGoogle: false });
    await linkGoogle(world, world.olena);
    expect(await withEmail('ext@gmail.com')).toEqual([]);
    // then another account with the address is not linked
    await world.db.updateTable('linked_identities').set({ unlinked_at: 1 }).execute();
    expect(await withEmail('o.shevchenko@campus.example')).toEqual(['no-way']);
  });

  test('an address that another user has', async () => {
    const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    const share = (columns: object) =>
      world.db.updateTable('users').set(columns).where('id', '=', other).execute();
    await share({ email_key: 'o.shevchenko@campus.example' });
    const { canSignIn, obstacles: found } = (await ask()).json();
    expect([canSignIn, found]).toEqual([
      true,
      [expect.objectContaining({ code: 'shared-address', prevents: false })],
    ]);
    await set({ password_hash: null });
    expect(await obstacles()).toEqual(['no-way', 'shared-address']);
    await share({ disabled: 1 });
    expect(await obstacles()).toEqual(['only-google']);
    await set({ email: null, email_key: null });
    await share({ email: null, email_key: null, disabled: 0 });
    expect(await obstacles()).toEqual(['no-way']);
  });

  test('a second factor that the policy of a group requires prevents nothing', async () => {
    await world.db
      .insertInto('groups')
      .values({ name: 'students', created_at: 1, second_factor: 'required' })
      .execute();
    const { canSignIn, obstacles: found } = (await ask()).json();
    expect(canSignIn).toBe(true);
    expect(found).toEqual([
      expect.objectContaining({ code: 'second-factor-missing', prevents: false }),
    ]);
  });

  test('an application without access, an unknown one, and an unknown user', async () => {
    expect(await obstacles(apps.rooms.id)).toEqual(['no-access']);
    const unknown = await ask(crypto.randomUUID());
    expect([unknown.statusCode, Object.keys(unknown.json().fields)]).toEqual([
      400,
      ['applicationId'],
    ]);
    expect((await ask('x')).statusCode).toBe(400);
    expect((await ask(undefined, crypto.randomUUID())).statusCode).toBe(404);
  });

  test('which conditions of the access rules the user meets', async () => {
    const access = { all: [{ group: 'students' }, { not: { group: 'students' } }] };
    await world.db
      .updateTable('applications')
      .set({ access: JSON.stringify({ groups: [], condition: access }) })
      .where('id', '=', apps.campus.id)
      .execute();
    const { obstacles: found } = (await ask(apps.campus.id)).json();
    expect(found).toEqual([expect.objectContaining({ code: 'no-access', prevents: true })]);
    expect(found[0].access.en.conditions).toEqual([
      { level: 0, text: 'All of these are true:', isMet: false },
      { level: 1, text: 'The user is in the group “students”', isMet: true },
      { level: 1, text: 'The user isn’t in the group “students”', isMet: false },
    ]);
    expect(found[0].access.uk.conditions).toHaveLength(3);
  });

  test('a level of the application that no method of the user reaches', async () => {
    const requireLevel = (minimum_level: string) =>
      world.db
        .updateTable('applications')
        .set({ minimum_level })
        .where('id', '=', apps.campus.id)
        .execute();
    await requireLevel('urn:brama:acr:mfa');
    expect(await obstacles(apps.campus.id)).toEqual([]);
    await requireLevel('urn:brama:acr:2');
    expect(await obstacles(apps.campus.id)).toEqual(['method-not-accepted']);
    expect(await obstacles()).toEqual([]);
    // then the missing way is the reason
    await set({ password_hash: null, email: null, email_key: null });
    expect(await obstacles(apps.campus.id)).toEqual(['no-way']);
  });

  test('the question is recorded', async () => {
    await ask(apps.rooms.id);
    const events = world.db.selectFrom('events').select(['user_id', 'application_id', 'actor_id']);
    expect(await events.where('type', '=', 'user.viewed').execute()).toEqual([
      { user_id: world.olena, application_id: apps.rooms.id, actor_id: admin.userId },
    ]);
  });
});

test.each(['uk', 'en'])('every obstacle has words in %s', (language) => {
  const folder = path.join(import.meta.dirname, '../../../../web/locales', language);
  const { signIn } = JSON.parse(readFileSync(path.join(folder, 'admin-errors.json'), 'utf8'));
  expect(Object.keys(signIn).sort()).toEqual([...signInObstacles].sort());
  for (const { rule, remedy } of Object.values<Record<string, string>>(signIn))
    for (const text of [rule, remedy]) expect(text?.length).toBeGreaterThan(10);
});
