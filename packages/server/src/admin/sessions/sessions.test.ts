// Sessions of users by the administration API.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

describeOnDatabases('sessions by the administration API', (kind) => {
  let world: World;
  let operatorId: string;
  let operator: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    operatorId = await addCaller(world, 'operator', ['operator']);
    operator = await weakSession(world, 'operator');
  });
  afterEach(() => world.close());

  const sessionsOf = (userId: string) =>
    world.db.selectFrom('sessions').select('uid').where('user_id', '=', userId).execute();
  const list = async (id: string) =>
    (await callRoute(world, 'listSessions', operator, { params: { id } })).json();
  const isSignedIn = async (cookie: string) =>
    (await world.send({ url: '/api/sessions', headers: { cookie } })).statusCode === 200;
  const recorded = () =>
    world.db
      .selectFrom('events')
      .select(['type', 'actor_id', 'user_id', 'details'])
      .where('actor', '=', 'administrator')
      .orderBy('at')
      .orderBy('type')
      .execute();

  test('are listed and ended, one by one and all, with events and log lines', async () => {
    const first = await world.signIn();
    world.clock.now += 1000;
    const second = await world.signIn();
    const { items } = await list(world.olena);
    expect(items).toHaveLength(2);
    expect(items[0].lastUsedAt > items[1].lastUsedAt).toBe(true);
    expect(JSON.stringify(items)).not.toContain('hash');
    const params = { id: world.olena, sessionId: items[1].id };
    expect((await callRoute(world, 'endSession', operator, { params })).statusCode).toBe(204);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
    expect((await callRoute(world, 'endSession', operator, { params })).statusCode).toBe(404);
    world.clock.now += 1000;
    const all = { params: { id: world.olena } };
    expect((await callRoute(world, 'endSessions', operator, all)).statusCode).toBe(204);
    expect(await isSignedIn(second)).toBe(false);
    expect((await list(world.olena)).items).toEqual([]);
    const about = { actor_id: operatorId, user_id: world.olena };
    const ended = JSON.stringify({ reason: 'by-administrator', sessions: 1 });
    const viewed = { type: 'user.viewed', ...about, details: JSON.stringify({ how: 'sessions' }) };
    expect(await recorded()).toEqual([
      { type: 'session.ended', ...about, details: ended },
      viewed,
      { type: 'session.ended', ...about, details: ended },
      viewed,
    ]);
    const lines = world.lines.map((line) => JSON.parse(line));
    expect(lines.filter(({ event }) => event === 'session.ended')).toEqual(
      [items[1].id, items[0].id].map((session) =>
        expect.objectContaining({ session, user: world.olena, reason: 'by-administrator' }),
      ),
    );
  });

  test('of a user with a higher role, of another user, and of no user stay', async () => {
    const chiefId = await addCaller(world, 'chief', ['administrator']);
    const chief = await world.signIn('chief');
    const own = await sessionsOf(operatorId);
    const [{ uid: sessionId } = { uid: '' }] = await sessionsOf(chiefId);
    const unknown = crypto.randomUUID();
    for (const [params, status, code] of [
      [{ id: chiefId, sessionId }, 403, 'admin.higher-role'],
      [{ id: world.olena, sessionId }, 404, 'admin.not-found'],
      [{ id: unknown, sessionId }, 404, 'admin.not-found'],
      [{ id: chiefId, sessionId: 'x' }, 400, 'request.invalid'],
    ] as const) {
      const response = await callRoute(world, 'endSession', operator, { params });
      expect([response.statusCode, response.json().code]).toEqual([status, code]);
    }
    for (const [id, status, code] of [
      [chiefId, 403, 'admin.higher-role'],
      [unknown, 404, 'admin.not-found'],
      ['x', 400, 'request.invalid'],
    ] as const) {
      const response = await callRoute(world, 'endSessions', operator, { params: { id } });
      expect([response.statusCode, response.json().code]).toEqual([status, code]);
    }
    const list = await callRoute(world, 'listSessions', operator, { params: { id: unknown } });
    expect(list.statusCode).toBe(404);
    const query = { user: world.olena };
    const filtered = await callRoute(world, 'listSessions', operator, {
      params: { id: world.olena },
      query,
    });
    expect([filtered.statusCode, filtered.json().fields]).toEqual([
      400,
      { user: expect.any(String) },
    ]);
    expect(await isSignedIn(chief)).toBe(true);
    expect(await sessionsOf(operatorId)).toEqual(own);
    expect(await recorded()).toEqual([]);
  });
});
