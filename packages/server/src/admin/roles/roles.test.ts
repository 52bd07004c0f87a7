// Roles by the administration API: who receives and loses them, and what is refused.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { rolesOf } from '../../users/roles/role-store.ts';

describeOnDatabases('roles by the administration API', (kind) => {
  let world: World;
  let chiefId: string;
  let chief: Caller;
  let userId: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    chiefId = await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
    userId = await addUser(world.db, { username: 'user' }, world.passwordHash);
  });
  afterEach(() => world.close());

  const change = (
    id: 'grantRole' | 'revokeRole',
    user: string,
    role: string,
    caller: Caller = chief,
  ) => callRoute(world, id, caller, { params: { id: user, role } });
  const recorded = () =>
    world.db
      .selectFrom('events')
      .select(['type', 'actor', 'actor_id', 'user_id', 'details'])
      .where('type', 'like', 'role.%')
      .orderBy('at')
      .execute();

  test('are granted, listed and revoked, with an event and a log line for each change', async () => {
    for (let times = 0; times < 2; times += 1)
      expect((await change('grantRole', userId, 'operator')).statusCode).toBe(204);
    expect(await rolesOf(world.db, userId)).toEqual(['operator']);
    const listed = async (query: Record<string, string>) =>
      (await callRoute(world, 'listRoles', chief, { query })).json();
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listed({ limit: '1', ...(cursor && { cursor }) });
      all.push(...page.items.map((item: object) => Object.values(item).slice(0, 5).join(' ')));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(all).toEqual([
      `${chiefId} chief chief false administrator`,
      `${userId} user user false operator`,
    ]);
    expect((await listed({ role: 'operator' })).items).toEqual([
      expect.objectContaining({ userId, role: 'operator' }),
    ]);
    world.clock.now += 1;
    expect((await change('revokeRole', userId, 'operator')).statusCode).toBe(204);
    expect((await change('revokeRole', userId, 'operator')).statusCode).toBe(404);
    expect(await rolesOf(world.db, userId)).toEqual([]);
    const about = { actor: 'administrator', actor_id: chiefId, user_id: userId };
    const details = JSON.stringify({ role: 'operator' });
    expect(await recorded()).toEqual([
      { type: 'role.granted', ...about, details },
      { type: 'role.revoked', ...about, details },
    ]);
    const lines = world.lines.map((line) => JSON.parse(line));
    for (const event of ['role.granted', 'role.revoked'])
      expect(lines.filter((line) => line.event === event)).toEqual([
        expect.objectContaining({ user: userId, role: 'operator' }),
      ]);
  });

  test('the last administrator keeps the role', async () => {
    const { statusCode, ...response } = await change('revokeRole', chiefId, 'administrator');
    const { code, fields } = response.json();
    expect([statusCode, code]).toEqual([409, 'admin.conflict']);
    expect(fields).toEqual({ id: 'is the last administrator' });
    const disabled = await addUser(world.db, { username: 'gone', disabled: true }, '');
    expect((await change('grantRole', disabled, 'administrator')).json()).toMatchObject({
      code: 'admin.conflict',
      fields: { id: 'is disabled' },
    });
    expect(await rolesOf(world.db, chiefId)).toEqual(['administrator']);
    expect(await recorded()).toEqual([]);
  });

  test('of two administrators who leave at once, one remains', { tags: 'race' }, async () => {
    const otherId = await addCaller(world, 'other', ['administrator']);
    const other = await strongSession(world, 'other');
    const responses = await Promise.all([
      change('revokeRole', chiefId, 'administrator', chief),
      change('revokeRole', otherId, 'administrator', other),
    ]);
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([204, 409]);
    const left = [...(await rolesOf(world.db, chiefId)), ...(await rolesOf(world.db, otherId))];
    expect(left).toEqual(['administrator']);
  });

  test('of administrators are given by one, while there is one, and otherwise by two', async () => {
    const granted = await change('grantRole', userId, 'administrator');
    expect(granted.statusCode).toBe(204);
    expect(await rolesOf(world.db, userId)).toEqual(['administrator']);
    const thirdId = await addUser(world.db, { username: 'third' }, world.passwordHash);
    // disabled administrators count
    const disable = (disabled: 0 | 1) =>
      world.db.updateTable('users').set({ disabled }).where('id', '=', userId).execute();
    await disable(1);
    const waiting = await change('grantRole', thirdId, 'administrator');
    expect(waiting.statusCode).toBe(202);
    const asked = waiting.json().approval;
    expect(asked).toMatchObject({ action: 'administrator.grant', userId: thirdId, reason: '' });
    await disable(0);
    expect((await change('grantRole', thirdId, 'administrator')).statusCode).toBe(409);
    expect(await rolesOf(world.db, thirdId)).toEqual([]);
    const revoked = (await change('revokeRole', userId, 'administrator')).json().approval;
    expect(revoked).toMatchObject({ action: 'administrator.revoke', userId });
    expect(await rolesOf(world.db, userId)).toEqual(['administrator']);
    // the new administrator approves after a day
    const approve = async () =>
      callRoute(world, 'approveAction', await strongSession(world, 'user'), {
        params: { id: asked.id },
      });
    expect((await approve()).json().code).toBe('admin.forbidden');
    await world.db.updateTable('user_roles').set({ granted_at: 1 }).execute();
    expect((await approve()).statusCode).toBe(200);
    expect(await rolesOf(world.db, thirdId)).toEqual(['administrator']);
    await world.db.updateTable('user_roles').set({ granted_at: 1 }).execute();
    const third = await strongSession(world, 'third');
    const second = await callRoute(world, 'approveAction', third, { params: { id: revoked.id } });
    expect(second.statusCode).toBe(200);
    expect(await rolesOf(world.db, userId)).toEqual([]);
    const events = (await recorded()).map(({ type, actor_id }) => [type, actor_id]);
    expect(events).toEqual(
      expect.arrayContaining([
        ['role.granted', userId],
        ['role.revoked', third.userId],
      ]),
    );
  });

  test('invalid requests change nothing', async () => {
    for (const [user, role, status, path] of [
      [crypto.randomUUID(), 'operator', 404, undefined],
      ['1', 'operator', 400, 'id'],
      [userId, 'owner', 400, 'role'],
      [userId, 'Administrator', 400, 'role'],
    ] as const)
      for (const id of ['grantRole', 'revokeRole'] as const) {
        const response = await change(id, user, role);
        const { fields = {} } = response.json();
        expect([response.statusCode, Object.keys(fields)]).toEqual([status, path ? [path] : []]);
      }
    for (const [query, path] of [
      [{ role: 'owner' }, 'role'],
      [{ sort: 'role' }, 'sort'],
      [{ cursor: 'x' }, 'cursor'],
    ] as const) {
      const response = await callRoute(world, 'listRoles', chief, { query });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [path]]);
    }
    expect(await recorded()).toEqual([]);
  });
});
