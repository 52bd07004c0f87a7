// Factors and linked identities of users by the administration API.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
} from '../../../test/support/admin/callers.ts';
import { addPasskey, addSecondFactors, linkGoogle } from '../../../test/support/admin/factors.ts';
import { createBrowser } from '../../../test/support/browser.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { form, formOf } from '../../../test/support/oidc/raw.ts';
import { addUser, makeWorld, ours, type World } from '../../../test/support/world.ts';

const reason = 'lost phone';

describeOnDatabases('factors by the administration API', (kind) => {
  let world: World;
  let operatorId: string;
  let operator: Caller;
  let olena: { id: string };
  beforeEach(async () => {
    world = await makeWorld(kind);
    operatorId = await addCaller(world, 'operator', ['operator']);
    operator = await strongSession(world, 'operator');
    olena = { id: world.olena };
  });
  afterEach(() => world.close());

  const factorsOf = async (id: string) =>
    (await callRoute(world, 'readFactors', operator, { params: { id } })).json();
  const recorded = async () => {
    const rows = await world.db
      .selectFrom('events')
      .select(['type', 'actor_id', 'user_id', 'details'])
      .where('actor', '=', 'administrator')
      .where('type', '!=', 'user.viewed')
      .orderBy('at')
      .orderBy('type')
      .execute();
    return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details ?? 'null') }));
  };
  const logged = (event: string) =>
    world.lines.map((line) => JSON.parse(line)).filter((line) => line.event === event);
  const notices = () => world.letters.map(({ subject }) => subject);

  test('are listed without secrets and whole addresses', async () => {
    expect(await factorsOf(world.olena)).toEqual({
      password: true,
      diia: false,
      google: null,
      passkeys: [],
      authenticatorApp: null,
      recoveryCodesLeft: 0,
      rememberedBrowsers: [],
      newFactorsCountFrom: null,
      accessCode: null,
      secondaryEmail: { email: null, state: 'none' },
    });
    const at = world.clock.now;
    const passkey = await addPasskey(world, world.olena);
    await linkGoogle(world, world.olena);
    await addSecondFactors(world, world.olena);
    const factors = await factorsOf(world.olena);
    const time = new Date(at).toISOString();
    const used = { createdAt: time, lastUsedAt: null };
    expect(factors).toEqual({
      password: true,
      diia: false,
      newFactorsCountFrom: null,
      accessCode: null,
      recoveryCodesLeft: 1,
      google: { email: 'o…@gmail.example', linkedAt: time },
      passkeys: [{ id: passkey, name: 'Keychain', ...used }],
      authenticatorApp: used,
      rememberedBrowsers: [{ browser: 'Safari', system: 'iPhone', lastUsedAt: time }],
      secondaryEmail: { email: 'o…@mail.example', state: 'usable' },
    });
    expect(JSON.stringify(factors)).not.toMatch(/hidden|olena/);
    const viewed = world.db.selectFrom('events').select(['actor_id', 'user_id', 'details']);
    expect(await viewed.where('type', '=', 'user.viewed').execute()).toEqual(
      Array(2).fill({
        actor_id: operatorId,
        user_id: world.olena,
        details: JSON.stringify({ how: 'factors' }),
      }),
    );
  });

  test('Google accounts are unlinked and passkeys removed, each once, with an email', async () => {
    const passkey = await addPasskey(world, world.olena);
    const other = await addPasskey(world, operatorId);
    await linkGoogle(world, world.olena);
    const unlink = () =>
      callRoute(world, 'unlinkIdentity', operator, { params: { ...olena, method: 'google' } });
    const remove = (id: string) =>
      callRoute(world, 'removePasskey', operator, { params: { ...olena, passkeyId: id } });
    expect([(await unlink()).statusCode, (await unlink()).statusCode]).toEqual([204, 404]);
    world.clock.now += 1;
    expect((await remove(other)).statusCode).toBe(404);
    expect((await remove('x')).json().fields).toEqual({ passkeyId: expect.any(String) });
    expect((await remove(passkey)).statusCode).toBe(204);
    expect((await remove(passkey)).statusCode).toBe(404);
    expect(await factorsOf(world.olena)).toMatchObject({ google: null, passkeys: [] });
    expect((await factorsOf(operatorId)).passkeys).toHaveLength(1);
    const about = { actor_id: operatorId, user_id: world.olena, details: null };
    expect(await recorded()).toEqual([
      { type: 'google.unlinked', ...about },
      { type: 'passkey.removed', ...about },
    ]);
    expect(logged('passkey.removed')).toEqual([expect.objectContaining({ passkey })]);
    await expect.poll(notices).toHaveLength(2);
  });

  test('recovery codes end with the last factor, in whichever order the factors are removed', async () => {
    for (const last of ['passkey', 'app'] as const) {
      const passkey = await addPasskey(world, world.olena);
      await addSecondFactors(world, world.olena);
      const removePasskey = () =>
        callRoute(world, 'removePasskey', operator, { params: { ...olena, passkeyId: passkey } });
      const removeApp = () =>
        callRoute(world, 'removeFactor', operator, {
          params: { ...olena, factor: 'authenticator-app' },
        });
      await (last === 'passkey' ? removeApp() : removePasskey());
      expect((await factorsOf(world.olena)).recoveryCodesLeft).toBe(1);
      await (last === 'passkey' ? removePasskey() : removeApp());
      expect((await factorsOf(world.olena)).recoveryCodesLeft).toBe(0);
      await world.db.deleteFrom('secondary_emails').execute();
    }
  });

  test('single factors are removed, each once, with what depends on them', async () => {
    await addSecondFactors(world, world.olena);
    await addSecondFactors(world, operatorId);
    const token = { user_id: world.olena, expires_at: 9e12 };
    await world.db
      .insertInto('recovery_links')
      .values({ ...token, token_hash: 'x' })
      .execute();
    const remove = async (factor: string) => {
      world.clock.now += 1;
      const input = { params: { ...olena, factor } };
      return (await callRoute(world, 'removeFactor', operator, input)).statusCode;
    };
    const input = { params: olena, body: { reason } };
    await callRoute(world, 'issueAccessCode', operator, input);
    for (const factor of ['remembered-browsers', 'secondary-email', 'access-code'])
      expect([factor, await remove(factor), await remove(factor)]).toEqual([factor, 204, 404]);
    expect(await world.db.selectFrom('recovery_links').select('user_id').execute()).toEqual([]);
    const left = { authenticatorApp: null, rememberedBrowsers: [], recoveryCodesLeft: 1 };
    expect(await factorsOf(world.olena)).toMatchObject({
      ...left,
      authenticatorApp: expect.any(Object),
      newFactorsCountFrom: null,
      accessCode: null,
      secondaryEmail: { state: 'none' },
    });
    const passkey = await addPasskey(world, world.olena);
    expect(await remove('authenticator-app')).toBe(204);
    expect(await factorsOf(world.olena)).toMatchObject(left);
    await callRoute(world, 'removePasskey', operator, { params: { ...olena, passkeyId: passkey } });
    await addSecondFactors(world, world.olena);
    expect(await remove('authenticator-app')).toBe(204);
    expect(await factorsOf(world.olena)).toMatchObject({ ...left, recoveryCodesLeft: 0 });
    expect(await remove('password')).toBe(400);
    const types = (await recorded()).map(({ type }) => type);
    for (const type of ['second-factor.removed', 'browser.forgotten', 'secondary-email.removed'])
      expect(types).toContain(type);
    expect(types).toContain('access-code.revoked');
    expect(await factorsOf(operatorId)).toMatchObject({ authenticatorApp: expect.any(Object) });
    await expect.poll(notices).toHaveLength(5);
  });

  test('a reset removes them and ends all sessions', async () => {
    const cookie = await world.signIn();
    await addPasskey(world, world.olena);
    await addPasskey(world, operatorId);
    const input = { params: olena, body: { reason } };
    const response = await callRoute(world, 'resetFactors', operator, input);
    expect(response.json()).toEqual({ action: 'factors.reset', sessionsEnded: 1 });
    expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(401);
    expect((await factorsOf(world.olena)).passkeys).toEqual([]);
    expect((await factorsOf(operatorId)).passkeys).toHaveLength(1);
    const about = { actor_id: operatorId, user_id: world.olena };
    expect(await recorded()).toEqual([
      { type: 'factors.reset', ...about, details: { issuedBy: 'operator', reason } },
      {
        type: 'session.ended',
        ...about,
        details: { reason: 'by-administrator', sessions: 1 },
      },
    ]);
    expect(logged('factors.reset')).toHaveLength(1);
    expect(logged('session.ended')).toHaveLength(1);
    await expect.poll(notices).toHaveLength(1);
  });

  test('an access code is shown once, is stored as a hash, and leads back in', async () => {
    const input = { params: olena, body: { reason, hours: 2 } };
    const { accessCode } = (await callRoute(world, 'issueAccessCode', operator, input)).json();
    const { code, expiresAt } = accessCode;
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    expect(expiresAt).toBe(new Date(world.clock.now + 2 * 3_600_000).toISOString());
    expect((await factorsOf(world.olena)).accessCode).toEqual({ issuedBy: 'operator', expiresAt });
    const stored = [
      ...(await world.db.selectFrom('access_codes').selectAll().execute()),
      ...(await world.db.selectFrom('events').selectAll().execute()),
    ];
    expect(JSON.stringify([stored, world.lines])).not.toContain(code.slice(0, 5));
    await expect.poll(notices).toHaveLength(1);
    expect(JSON.stringify(world.letters)).not.toContain(code.slice(0, 5));
    const answer = await createBrowser(world.server).request('/uk/recovery/access-code', {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf({ username: 'o.shevchenko', code }),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/uk/recovery/set-up']);
  });

  test('invalid requests change nothing', async () => {
    const gone = await addUser(world.db, { username: 'gone', disabled: true }, '');
    const unknown = crypto.randomUUID();
    for (const [id, body, status, path] of [
      [world.olena, {}, 400, 'reason'],
      [world.olena, { reason: ' ' }, 400, 'reason'],
      [world.olena, { reason: 'a\0b' }, 400, 'reason'],
      [world.olena, { reason: 'x'.repeat(201) }, 400, 'reason'],
      [world.olena, { reason, hours: 0 }, 400, 'hours'],
      [world.olena, { reason, hours: 169 }, 400, 'hours'],
      [world.olena, { reason, hours: '2' }, 400, 'hours'],
      [world.olena, { reason, issuedBy: 'another' }, 400, 'issuedBy'],
      ['1', { reason }, 400, 'id'],
      [unknown, { reason }, 404, undefined],
      [gone, { reason }, 409, 'id'],
    ] as const) {
      const response = await callRoute(world, 'issueAccessCode', operator, {
        params: { id },
        body,
      });
      const { fields = {} } = response.json();
      expect([body, response.statusCode, Object.keys(fields)]).toEqual([
        body,
        status,
        path ? [path] : [],
      ]);
    }
    const reset = await callRoute(world, 'resetFactors', operator, {
      params: olena,
      body: { reason, hours: 1 },
    });
    expect([reset.statusCode, reset.json().fields]).toEqual([400, { hours: expect.any(String) }]);
    expect(await world.db.selectFrom('access_codes').selectAll().execute()).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  test('of users with other rights are out of reach for operators', async () => {
    const auditorId = await addCaller(world, 'auditor', ['auditor']);
    const ownerId = await addCaller(world, 'owner', ['application-owner']);
    const otherId = await addCaller(world, 'other', ['operator']);
    await addCaller(world, 'both', ['operator', 'application-owner']);
    const both = await strongSession(world, 'both');
    const codeFor = async (id: string, caller = operator) =>
      (
        await callRoute(world, 'issueAccessCode', caller, { params: { id }, body: { reason } })
      ).json();
    for (const id of [auditorId, ownerId]) {
      const passkey = await addPasskey(world, id);
      expect((await codeFor(id)).code).toBe('admin.higher-role');
      const removal = { params: { id, passkeyId: passkey } };
      const removed = await callRoute(world, 'removePasskey', operator, removal);
      expect(removed.json().code).toBe('admin.higher-role');
    }
    // the applications of another owner
    expect((await codeFor(ownerId, both)).code).toBe('admin.higher-role');
    expect(await world.db.selectFrom('access_codes').selectAll().execute()).toEqual([]);
    for (const caller of [operator, both])
      expect((await codeFor(otherId, caller)).accessCode.code).toEqual(expect.any(String));
  });

  test('of administrators are out of reach for operators and tokens', async () => {
    const chiefId = await addCaller(world, 'chief', ['administrator']);
    const passkey = await addPasskey(world, chiefId);
    await linkGoogle(world, chiefId);
    const factor = 'authenticator-app';
    const params = { id: chiefId, method: 'google', passkeyId: passkey, factor };
    const chief = await strongSession(world, 'chief');
    const token = await tokenOf(world, chiefId, { roles: ['administrator'] });
    for (const [id, body] of [
      ['unlinkIdentity', undefined],
      ['removePasskey', undefined],
      ['removeFactor', undefined],
      ['resetFactors', { reason }],
      ['issueAccessCode', { reason }],
    ] as const) {
      const byOperator = await callRoute(world, id, operator, { params, body });
      expect([id, byOperator.json().code]).toEqual([id, 'admin.higher-role']);
      const byToken = await callRoute(world, id, token, { params, body });
      expect([id, byToken.json().code]).toEqual([id, body ? 'admin.forbidden' : 'admin.conflict']);
      if (body) continue;
      const own = await callRoute(world, id, chief, { params });
      expect([id, own.json().code]).toEqual([id, 'admin.conflict']);
    }
    const { passkeys, google } = await factorsOf(chiefId);
    expect([passkeys.length, google === null]).toEqual([1, false]);
    expect(await recorded()).toEqual([]);
  });
});
