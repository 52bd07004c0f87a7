// Dates of users and memberships take effect, on every node, and end the access of users.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import type { Database } from '../../database/connect.ts';
import { EventStore } from '../../events/store.ts';
import { createLogger } from '../../http/log.ts';
import { writeUser } from '../changes/change-users.ts';
import { loadTarget } from '../changes/target.ts';
import { grantRole, lockAdministrators } from '../roles/role-store.ts';
import { always, type Membership } from './effective-state.ts';
import { runLifecycle } from './lifecycle-job.ts';
import { type LifecycleChange, readLifecycles } from './lifecycle-store.ts';

const hour = 3_600_000;

describe.each(databaseKinds)('lifecycle of users, on %s', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  const stored = async (userId: string) => {
    const found = (await readLifecycles(world.db, [userId])).get(userId);
    if (!found) throw new Error('no such user');
    return found;
  };
  async function change(userId: string, to: LifecycleChange) {
    const user = (await loadTarget(world.db, userId)) ?? expect.unreachable();
    const written = await writeUser(world.db, user, {
      columns: {},
      change: to,
      at: world.clock.now,
    });
    return written.lifecycle;
  }
  const run = (db: Database = world.db) =>
    runLifecycle({
      db,
      events: new EventStore(db, () => world.clock.now),
      revokeUsers,
      administrators: lockAdministrators,
      now: () => world.clock.now,
      log: createLogger('info', { write: (line) => void world.lines.push(line) }),
    });
  const eventsOf = async (userId: string) => {
    const rows = await world.db
      .selectFrom('events')
      .select(['type', 'actor', 'details'])
      .where('user_id', '=', userId)
      .where('actor', '=', 'server')
      .orderBy('type')
      .execute();
    return rows.map(({ type, details }) => [type, JSON.parse(details ?? '{}')]);
  };
  const members = async (group: string) => {
    const rows = await world.db
      .selectFrom('group_members')
      .select('user_id')
      .where('group_name', '=', group)
      .execute();
    return rows.map(({ user_id }) => user_id);
  };
  const statusOf = async (cookie: string, node = world.server) =>
    (await world.send({ url: '/user', headers: { cookie, accept: 'application/json' } }, node))
      .statusCode;

  test('an expired user loses every session, on both nodes, once', async () => {
    const other = await world.node();
    const cookies = [await world.signIn(), await world.signIn('o.shevchenko', other)];
    await change(world.olena, { validUntil: world.clock.now + hour });
    world.clock.now += hour - 1;
    await run();
    for (const cookie of cookies) expect(await statusOf(cookie)).toBe(200);
    world.clock.now += 1;
    await Promise.all([run(), run(world.again())]);
    for (const cookie of cookies)
      for (const node of [world.server, other]) expect(await statusOf(cookie, node)).toBe(401);
    await expect(world.signIn()).rejects.toThrow('not signed in');
    expect(await eventsOf(world.olena)).toEqual([
      ['session.ended', { reason: 'expired', sessions: 2 }],
      ['user.disabled', { reason: 'expired' }],
    ]);
    expect(world.lines.filter((line) => line.includes('"reason":"expired"'))).toHaveLength(2);
  });

  test('the job of a running server does it within a second', async () => {
    const cookie = await world.signIn();
    await change(world.olena, { validUntil: world.clock.now + 1 });
    world.clock.now += 1;
    await expect.poll(() => statusOf(cookie), { timeout: 2000, interval: 50 }).toBe(401);
  });

  test('a user becomes valid, and a renewed one is enabled again', async () => {
    const raced = await world.signIn();
    await change(world.olena, { validFrom: world.clock.now + hour });
    await expect(world.signIn()).rejects.toThrow('not signed in');
    world.clock.now += hour;
    await run();
    expect(await statusOf(raced)).toBe(401);
    expect(await world.signIn()).toContain('brama_session=');
    await change(world.olena, { validFrom: null, validUntil: world.clock.now });
    expect((await stored(world.olena)).disabled).toBe(true);
    const { disabled } = await change(world.olena, { validUntil: world.clock.now + hour });
    expect(disabled).toBe(false);
    expect(await eventsOf(world.olena)).toEqual([
      ['session.ended', { reason: 'expired', sessions: 1 }],
      ['user.enabled', {}],
    ]);
  });

  test('a membership starts and ends, and the index of members follows', async () => {
    const { now } = world.clock;
    const period = { group: 'employees', validFrom: now + hour, validUntil: now + 2 * hour };
    const memberships: Membership[] = [{ group: 'students', ...always }, period];
    await change(world.olena, { memberships });
    expect(await members('employees')).toEqual([]);
    world.clock.now += hour;
    await run();
    expect((await stored(world.olena)).groups).toEqual(['employees', 'students']);
    expect(await members('employees')).toEqual([world.olena]);
    world.clock.now += hour;
    await run();
    const { groups, facts } = await stored(world.olena);
    expect(groups).toEqual(['students']);
    expect(await members('employees')).toEqual([]);
    expect(await members('students')).toEqual([world.olena]);
    expect(facts.memberships).toEqual([period, { group: 'students', ...always }]);
    expect(await eventsOf(world.olena)).toEqual([
      ['membership.ended', { group: 'employees' }],
      ['membership.started', { group: 'employees' }],
    ]);
  });

  test('more users than one transaction updates', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 205; number += 1)
      ids.push(await addUser(world.db, { username: `u${number}` }, world.passwordHash));
    await world.db.updateTable('users').set({ valid_until: 1, changes_at: 1 }).execute();
    await Promise.all([run(), run(world.again())]);
    await run();
    const left = world.db.selectFrom('users').select('id').where('disabled', '=', 0);
    // the job of the world, which runs every second, may hold the last ones
    await expect.poll(() => left.execute()).toEqual([]);
    const disabled = await world.db
      .selectFrom('events')
      .select('user_id')
      .where('type', '=', 'user.disabled')
      .execute();
    expect(disabled.map(({ user_id }) => user_id).sort()).toEqual([...ids, world.olena].sort());
  });

  test('one of several administrators with an end date stays enabled', async () => {
    const second = await addUser(world.db, { username: 'second' }, world.passwordHash);
    for (const userId of [world.olena, second])
      await grantRole(world.db, { userId, role: 'administrator', at: 1 });
    for (const userId of [world.olena, second])
      await change(userId, { validUntil: world.clock.now + hour });
    world.clock.now += hour;
    await run();
    await run();
    const states = [await stored(world.olena), await stored(second)];
    expect(states.filter(({ disabled }) => disabled)).toHaveLength(1);
    expect(world.lines.filter((line) => line.includes('last administrator stays'))).toHaveLength(1);
    // another administrator: then the date takes effect
    const third = await addUser(world.db, { username: 'third' }, world.passwordHash);
    await grantRole(world.db, { userId: third, role: 'administrator', at: 2 });
    world.clock.now += hour;
    await run();
    expect((await stored(world.olena)).disabled && (await stored(second)).disabled).toBe(true);
  });

  test('triggers keep the members of groups for every writer', async () => {
    const set = (groups: string[]) =>
      world.db
        .updateTable('users')
        .set({ groups: JSON.stringify(groups) })
        .where('id', '=', world.olena)
        .execute();
    await set(['a', 'b']);
    await set(['b', 'c']);
    expect([await members('a'), await members('b'), await members('c')]).toEqual([
      [],
      [world.olena],
      [world.olena],
    ]);
    await world.db.deleteFrom('users').where('id', '=', world.olena).execute();
    expect(await members('b')).toEqual([]);
  });
});
