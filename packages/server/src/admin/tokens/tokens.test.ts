// API tokens: their creation, use and end; repeated creations.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
  tokenOf,
} from '../../../test/support/admin/callers.ts';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { lockWithAdministrators, revokeRole, rolesOf } from '../../users/roles/role-store.ts';

const day = 24 * 3_600_000;

describeOnDatabases('API tokens', (kind) => {
  let world: World;
  let userId: string;
  let caller: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    userId = await addCaller(world, 'caller', ['operator']);
    caller = await strongSession(world, 'caller');
  });
  afterEach(() => world.close());

  const iso = (ms: number) => new Date(world.clock.now + ms).toISOString();
  const body = (more: object = {}) => ({
    name: 'reports',
    scopes: ['users.read'],
    expiresAt: iso(day),
    ...more,
  });
  const create = (input: Input) => callRoute(world, 'createToken', caller, input);
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const stored = () => world.db.selectFrom('api_tokens').selectAll().execute();

  test('is shown once, stored as a hash, and shows its last use', async () => {
    const created = await create({ body: body() });
    const { token, ...shown } = created.json();
    expect(created.statusCode).toBe(201);
    expect(token).toMatch(/^brama_api_[\w-]{43}$/);
    expect(JSON.stringify(await stored())).not.toContain(token);
    expect(world.lines.join('')).not.toContain(token);
    expect(shown).toMatchObject({ username: 'caller', lastUsedAt: null, scopes: ['users.read'] });
    world.clock.now += 1000;
    expect((await callRoute(world, 'listUsers', bearer(token))).statusCode).toBe(200);
    const { items } = (await callRoute(world, 'listTokens', caller)).json();
    expect(items).toEqual([{ ...shown, lastUsedAt: iso(0) }]);
    const events = world.db.selectFrom('events').select(['actor_id', 'user_id', 'details']);
    expect(await events.where('type', '=', 'token.created').execute()).toEqual([
      { actor_id: userId, user_id: userId, details: JSON.stringify({ token: shown.id }) },
    ]);
  });

  test('scopes beyond the permissions of the caller are named', async () => {
    const scopes = ['users.erase', 'users.read', 'roles.write'];
    const refused = await create({ body: body({ scopes }) });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { 'scopes.0': 'is not your permission', 'scopes.2': 'is not your permission' },
    ]);
  });

  test('wrong tokens are soon delayed, but never a right one behind the same address', async () => {
    const right = await tokenOf(world, userId, { roles: ['operator'] });
    const statusOf = async (one: Pick<Caller, 'headers'>) =>
      (await callRoute(world, 'listUsers', one)).statusCode;
    let sent = 0;
    for (let status = 401; status !== 429; sent += 1) {
      status = await statusOf(bearer('expired'));
      expect([401, 429]).toContain(status);
      expect(sent).toBeLessThan(200);
    }
    expect([sent > 1, await statusOf(right), await statusOf(bearer('expired'))]).toEqual([
      true,
      200,
      429,
    ]);
  });

  test('ends with its time, its revocation, and the credentials or the account of its user', async () => {
    const issue = () => tokenOf(world, userId, { roles: ['operator'] });
    const use = async (token: Caller) => (await callRoute(world, 'listUsers', token)).statusCode;
    const expired = await issue();
    expect(await use(expired)).toBe(200);
    world.clock.now += 3_600_000;
    expect(await use(expired)).toBe(401);
    caller = await strongSession(world, 'caller');

    const revoked = await issue();
    const { items } = (await callRoute(world, 'listTokens', caller)).json();
    const { id } = items[0];
    expect((await callRoute(world, 'revokeToken', caller, { params: { id } })).statusCode).toBe(
      204,
    );
    expect(await use(revoked)).toBe(401);
    expect((await callRoute(world, 'revokeToken', caller, { params: { id } })).statusCode).toBe(
      404,
    );

    const disabled = await issue();
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', userId).execute();
    expect(await use(disabled)).toBe(401);
    await world.db.updateTable('users').set({ disabled: 0 }).where('id', '=', userId).execute();
    expect(await use(disabled)).toBe(200);
    await world.db
      .transaction()
      .execute((queries) =>
        revokeUsers(queries, { users: [userId], scope: 'credentials', at: world.clock.now }),
      );
    expect(await use(disabled)).toBe(401);
    expect((await stored()).filter(({ user_id }) => user_id === userId)).toEqual(
      (await stored()).filter(({ expires_at }) => expires_at <= world.clock.now),
    );
  });

  test('ends with each role of its user', async () => {
    await addCaller(world, 'chief', ['administrator']);
    const chief = await strongSession(world, 'chief');
    const change = (id: 'grantRole' | 'revokeRole', role: string) =>
      callRoute(world, id, chief, { params: { id: userId, role } });
    const token = await tokenOf(world, userId, { roles: ['operator'] });
    const use = async () => (await callRoute(world, 'listUsers', token)).statusCode;
    expect((await change('grantRole', 'auditor')).statusCode).toBe(204);
    expect((await change('revokeRole', 'administrator')).statusCode).toBe(404);
    expect(await use()).toBe(200);
    expect((await change('revokeRole', 'operator')).statusCode).toBe(204);
    expect((await change('grantRole', 'operator')).statusCode).toBe(204);
    expect(await use()).toBe(401);
  });

  test('has only permissions of its creator, and ends within a year', async () => {
    for (const [more, field] of [
      [{ scopes: ['users.erase'] }, 'scopes.0'],
      [{ scopes: ['users.read', 'everything'] }, 'scopes.1'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['groups.read', 'users.write'] }, 'scopes.1'],
      [{ expiresAt: iso(0) }, 'expiresAt'],
      [{ expiresAt: iso(367 * day) }, 'expiresAt'],
      [{ expiresAt: 'tomorrow' }, 'expiresAt'],
      [{ name: ' ' }, 'name'],
      [{ name: 'a\0b' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ userId: world.olena }, 'userId'],
      [{ token: 'own' }, 'token'],
    ] as const) {
      const { statusCode, ...response } = await create({ body: body(more) });
      const { code, fields } = response.json();
      expect([more, statusCode, code]).toEqual([more, 400, 'request.invalid']);
      expect([more, Object.keys(fields)]).toEqual([more, [field]]);
    }
    expect(await stored()).toEqual([]);
  });

  test('foreign tokens are neither listed nor revoked without the permission', async () => {
    const other = await addCaller(world, 'other', ['auditor']);
    await tokenOf(world, other, { roles: ['auditor'] });
    const [{ id } = { id: '' }] = await stored();
    expect((await callRoute(world, 'listTokens', caller)).json().items).toEqual([]);
    const refused = await callRoute(world, 'revokeToken', caller, { params: { id } });
    expect([refused.statusCode, (await stored()).length]).toEqual([404, 1]);
  });

  describe('with an idempotency key', () => {
    const key = { 'idempotency-key': 'creation-of-reports-1' };

    test('a repeated creation receives the first response', async () => {
      const first = await create({ body: body(), headers: key });
      const again = await create({ body: body(), headers: key });
      expect([again.statusCode, again.body]).toEqual([201, first.body]);
      expect(await stored()).toHaveLength(1);
      const rows = await world.db.selectFrom('idempotent_requests').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(first.json().token);
      expect(JSON.stringify(rows)).not.toContain('creation-of-reports-1');
    });

    test('simultaneous creations create one', { tags: 'race' }, async () => {
      const all = await Promise.all(
        Array.from({ length: 5 }, () => create({ body: body(), headers: key })),
      );
      expect(new Set(all.map(({ body: text }) => text)).size).toBe(1);
      expect(await stored()).toHaveLength(1);
    });

    test('another request with the same key is refused; another caller has keys of its own', async () => {
      await create({ body: body(), headers: key });
      const other = await create({ body: body({ name: 'other' }), headers: key });
      expect([other.statusCode, other.json().code]).toEqual([422, 'admin.idempotency-key-reused']);
      await addCaller(world, 'second', ['operator']);
      const second = await strongSession(world, 'second');
      const own = await callRoute(world, 'createToken', second, { body: body(), headers: key });
      expect([own.statusCode, own.json().username]).toEqual([201, 'second']);
    });

    test('a refused creation can be repeated; after a day the key is new', async () => {
      const refused = await create({ body: body({ scopes: ['users.erase'] }), headers: key });
      expect(refused.statusCode).toBe(400);
      const first = await create({ body: body({ expiresAt: iso(3 * day) }), headers: key });
      expect(first.statusCode).toBe(201);
      world.clock.now += day;
      caller = await strongSession(world, 'caller');
      const next = await create({ body: body({ expiresAt: iso(2 * day) }), headers: key });
      expect([next.statusCode, next.body === first.body]).toEqual([201, false]);
    });

    test.each(['', 'with space', 'x'.repeat(256)])('%j is no key', async (bad) => {
      const response = await create({ body: body(), headers: { 'idempotency-key': bad } });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([
        400,
        ['idempotency-key'],
      ]);
    });
  });

  describe('a role that is revoked during a request', { tags: 'race' }, () => {
    let chief: Caller;
    let id: string;
    beforeEach(async () => {
      await addCaller(world, 'chief', ['administrator']);
      await addCaller(world, 'second', ['administrator']);
      chief = await strongSession(world, 'chief');
      await tokenOf(world, userId, { roles: ['operator'] });
      [{ id } = { id: '' }] = await stored();
    });

    /** Revokes the role of the caller, and ends after `until`. */
    const revoke = (until: Promise<void>, hasRevoked: () => void = () => undefined) =>
      world.db.transaction().execute(async (queries) => {
        await lockWithAdministrators(queries, chief.userId, chief.userId);
        await revokeRole(queries, { userId: chief.userId, role: 'administrator' });
        hasRevoked();
        await until;
      });

    test('before its transaction: the request is refused', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const { promise: revoked, resolve: hasRevoked } = Promise.withResolvers<void>();
      const revocation = revoke(held, hasRevoked);
      await revoked;
      const response = callRoute(world, 'revokeToken', chief, { params: { id } });
      if (kind === 'postgres') await untilWaiting(world.again(), 1);
      const early = await Promise.race([response, new Promise((done) => setImmediate(done))]);
      expect(early).toBeUndefined();
      release();
      await revocation;
      expect((await response).statusCode).toBe(403);
      expect(await stored()).toHaveLength(1);
    });

    test.runIf(kind === 'postgres')('within its transaction: the revocation waits', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: hasLock } = Promise.withResolvers<void>();
      const holder = world.db.transaction().execute(async (queries) => {
        await queries.selectFrom('api_tokens').select('id').forUpdate().execute();
        hasLock();
        await held;
      });
      await locked;
      const other = world.again();
      const response = callRoute(world, 'revokeToken', chief, { params: { id } });
      await untilWaiting(other, 1);
      const revocation = revoke(Promise.resolve());
      await untilWaiting(other, 2);
      release();
      await Promise.all([holder, revocation]);
      expect((await response).statusCode).toBe(204);
      expect(await stored()).toEqual([]);
      expect(await rolesOf(world.db, chief.userId)).toEqual([]);
    });
  });
});
