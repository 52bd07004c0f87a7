// Resets and access codes of administrators need two of them.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { addPasskey } from '../../../test/support/admin/factors.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { grantRole } from '../../users/roles/role-store.ts';

const reason = 'lost phone';
const hour = 3_600_000;

describeOnDatabases('approvals by a second administrator', (kind) => {
  let world: World;
  let ids: Record<'first' | 'second' | 'target', string>;
  let first: Caller;
  let second: Caller;
  let target: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    const add = (name: string) => addCaller(world, name, ['administrator']);
    ids = {
      first: await add('first'),
      second: await add('second'),
      target: await add('target'),
    };
    first = await strongSession(world, 'first');
    second = await strongSession(world, 'second');
    target = await strongSession(world, 'target');
  });
  afterEach(() => world.close());

  const ask = (id: 'resetFactors' | 'issueAccessCode', caller = first, body: object = { reason }) =>
    callRoute(world, id, caller, { params: { id: ids.target }, body });
  const askedId = async (id: 'resetFactors' | 'issueAccessCode' = 'issueAccessCode') =>
    (await ask(id)).json().approval.id as string;
  const approve = (id: string, caller = second) =>
    callRoute(world, 'approveAction', caller, { params: { id } });
  const waiting = async () => (await callRoute(world, 'listApprovals', first)).json().items;
  const codes = () =>
    world.db.selectFrom('access_codes').select(['user_id', 'issued_by']).execute();
  const recorded = async () => {
    const rows = await world.db
      .selectFrom('events')
      .select(['type', 'actor_id', 'details'])
      .where('user_id', '=', ids.target)
      .where('actor', '=', 'administrator')
      .orderBy('at')
      .orderBy('type')
      .execute();
    return rows.map(({ type, actor_id, details }) => ({
      type,
      by: actor_id,
      ...JSON.parse(details ?? '{}'),
    }));
  };
  /** Checks that the approval is refused and nothing has happened. */
  async function expectRefused(id: string, caller: Caller, status: number, code: string) {
    const response = await approve(id, caller);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await codes()).toEqual([]);
    expect((await recorded()).filter(({ type }) => type !== 'approval.requested')).toEqual([]);
  }

  test('an access code is shown to the approver alone', async () => {
    const response = await ask('issueAccessCode', first, { reason, hours: 3 });
    expect(response.statusCode).toBe(202);
    const asked = response.json();
    expect(Object.keys(asked)).toEqual(['approval']);
    expect(await codes()).toEqual([]);
    const { approval } = asked;
    expect(await waiting()).toEqual([approval]);
    expect(approval).toEqual({
      id: approval.id,
      action: 'access-code.issue',
      userId: ids.target,
      username: 'target',
      requestedById: ids.first,
      requestedBy: 'first',
      reason,
      hours: 3,
      createdAt: new Date(world.clock.now).toISOString(),
      expiresAt: new Date(world.clock.now + hour).toISOString(),
    });
    world.clock.now += 1;
    const { action: done, accessCode } = (await approve(approval.id)).json();
    expect(done).toBe('access-code.issue');
    expect(accessCode.code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    expect(accessCode.expiresAt).toBe(new Date(world.clock.now + 3 * hour).toISOString());
    expect(await codes()).toEqual([{ user_id: ids.target, issued_by: 'first, second' }]);
    expect(await waiting()).toEqual([]);
    const about = { approval: approval.id };
    const action = 'access-code.issue';
    expect(await recorded()).toEqual([
      { type: 'approval.requested', by: ids.first, ...about, action, reason },
      {
        type: 'access-code.issued',
        by: ids.second,
        ...about,
        issuedBy: 'first, second',
        reason,
      },
      { type: 'approval.given', by: ids.second, ...about, action },
    ]);
  });

  test('a reset waits for the approval', async () => {
    await addPasskey(world, ids.target);
    const passkeys = () => world.db.selectFrom('passkeys').select('user_id').execute();
    const id = await askedId('resetFactors');
    expect(await passkeys()).toHaveLength(1);
    const response = await approve(id);
    expect(response.json()).toEqual({ action: 'factors.reset', sessionsEnded: 1 });
    expect(await passkeys()).toEqual([]);
  });

  test('neither the requester, the user, a token nor one factor approves', async () => {
    const id = await askedId();
    await expectRefused(id, first, 403, 'admin.forbidden');
    await expectRefused(id, target, 403, 'admin.forbidden');
    const token = await tokenOf(world, ids.second, { roles: ['administrator'] });
    await expectRefused(id, token, 403, 'admin.forbidden');
    const weak = await weakSession(world, 'second');
    await world.db.updateTable('sessions').set({ amr: null }).execute();
    await expectRefused(id, weak, 403, 'admin.authentication-required');
    expect(await waiting()).toHaveLength(1);
  });

  test('administrators who have lost the role meanwhile neither ask nor approve', async () => {
    const id = await askedId();
    const roles = world.db.deleteFrom('user_roles');
    await roles.where('user_id', '=', ids.second).execute();
    await expectRefused(id, second, 403, 'admin.forbidden');
    await addCaller(world, 'third', ['administrator']);
    const third = await strongSession(world, 'third');
    await roles.where('user_id', '=', ids.first).execute();
    await expectRefused(id, third, 409, 'admin.conflict');
  });

  test('what a former administrator asked stays void when the role comes back', async () => {
    const id = await askedId();
    await addCaller(world, 'third', ['administrator']);
    const drop = { params: { id: ids.first, role: 'administrator' } };
    expect((await callRoute(world, 'revokeRole', first, drop)).statusCode).toBe(204);
    await grantRole(world.db, { userId: ids.first, role: 'administrator', at: 1 });
    await expectRefused(id, second, 404, 'admin.not-found');
    expect(await waiting()).toEqual([]);
  });

  test('what a user asked whose sign-ins were revoked is void', async () => {
    const id = await askedId();
    await world.db.transaction().execute((queries) =>
      revokeUsers(queries, {
        users: [ids.first],
        scope: 'credentials',
        at: world.clock.now,
      }),
    );
    await expectRefused(id, second, 404, 'admin.not-found');
  });

  test('a user who has changed meanwhile is not acted on', async () => {
    const id = await askedId();
    const user = world.db.updateTable('users').where('id', '=', ids.target);
    await user.set({ disabled: 1 }).execute();
    await expectRefused(id, second, 409, 'admin.conflict');
    await user.set({ disabled: 0, email: 'thief@mail.example', version: 2 }).execute();
    await expectRefused(id, second, 409, 'admin.conflict');
    await user.set({ version: 1 }).execute();
    expect((await approve(id)).statusCode).toBe(200);
  });

  test('an approval works for an hour', async () => {
    const id = await askedId();
    world.clock.now += hour;
    second = await strongSession(world, 'second');
    first = await strongSession(world, 'first');
    await expectRefused(id, second, 404, 'admin.not-found');
    expect(await waiting()).toEqual([]);
    expect((await ask('issueAccessCode')).statusCode).toBe(202);
  });

  test('an approval works once, also for simultaneous requests', { tags: 'race' }, async () => {
    await addCaller(world, 'third', ['administrator']);
    const third = await strongSession(world, 'third');
    const id = await askedId();
    const responses = await Promise.all([approve(id), approve(id, third), approve(id)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
    expect((await approve(id)).statusCode).toBe(404);
    const given = (await recorded()).filter(({ type }) => type === 'approval.given');
    expect(given).toHaveLength(1);
  });

  test('an action waits once for a user, until it is withdrawn', { tags: 'race' }, async () => {
    const asked = await Promise.all([ask('resetFactors'), ask('resetFactors', second)]);
    expect(asked.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    expect((await ask('issueAccessCode')).statusCode).toBe(202);
    const items = await waiting();
    expect(items).toHaveLength(2);
    const { id } = items.find(({ action }: { action: string }) => action === 'factors.reset');
    const withdraw = () => callRoute(world, 'withdrawApproval', second, { params: { id } });
    expect((await withdraw()).statusCode).toBe(204);
    expect((await withdraw()).statusCode).toBe(404);
    expect((await approve(id)).statusCode).toBe(404);
    expect((await ask('resetFactors')).statusCode).toBe(202);
    const withdrawn = (await recorded()).filter(({ type }) => type === 'approval.withdrawn');
    expect(withdrawn).toEqual([
      expect.objectContaining({ approval: id, by: ids.second, action: 'factors.reset' }),
    ]);
  });

  test('a new administrator approves nothing for a day', async () => {
    const id = await askedId();
    const own = world.db.updateTable('user_roles').where('user_id', '=', ids.second);
    await own.set({ granted_at: world.clock.now - 24 * hour + 1 }).execute();
    await expectRefused(id, second, 403, 'admin.forbidden');
    await own.set({ granted_at: world.clock.now - 24 * hour }).execute();
    expect((await approve(id)).statusCode).toBe(200);
  });

  test('a former administrator is protected for a day', async () => {
    const passkey = await addPasskey(world, ids.target);
    const leave = { params: { id: ids.target, role: 'administrator' } };
    expect((await callRoute(world, 'revokeRole', target, leave)).statusCode).toBe(204);
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    expect((await ask('issueAccessCode', helper)).json().code).toBe('admin.higher-role');
    expect((await ask('issueAccessCode')).statusCode).toBe(202);
    const params = { id: ids.target };
    const email = { params, body: { email: 'thief@mail.example' } };
    expect((await callRoute(world, 'updateUser', first, email)).statusCode).toBe(409);
    const removal = { params: { ...params, passkeyId: passkey } };
    expect((await callRoute(world, 'removePasskey', first, removal)).statusCode).toBe(409);
    world.clock.now += 24 * hour;
    first = await strongSession(world, 'first');
    expect((await ask('issueAccessCode')).statusCode).toBe(200);
  });

  test('unknown approvals are not found', async () => {
    for (const [id, status] of [
      [crypto.randomUUID(), 404],
      ['x', 400],
    ] as const)
      for (const route of ['approveAction', 'withdrawApproval'] as const)
        expect((await callRoute(world, route, second, { params: { id } })).statusCode).toBe(status);
  });
});
