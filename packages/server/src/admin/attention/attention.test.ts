// What needs attention, and who sees it.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnApplication } from '../../../test/support/admin/application-examples.ts';
import { addCaller, callRoute, tokenOf, weakSession } from '../../../test/support/admin/callers.ts';
import { addWaitingImport } from '../../../test/support/admin/examples-of-users.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { apps, makeWorld, type World } from '../../../test/support/world.ts';

const day = 24 * 3_600_000;

describeOnDatabases('what needs attention', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  async function codesOf(username: string): Promise<Record<string, number>> {
    const caller = await weakSession(world, username);
    const response = await callRoute(world, 'listAttention', caller);
    const { items } = response.json();
    return Object.fromEntries(
      items.map(({ code, count }: { code: string; count: number }) => [code, count]),
    );
  }
  const refused = (applicationId: string, at: number, fingerprint: string) =>
    world.db
      .insertInto('application_refusals')
      .values({ application_id: applicationId, at, count: 1, fingerprint, facts: '{}' })
      .execute();

  test('each kind is counted, and names what it is about', async () => {
    const boss = await addCaller(world, 'boss', ['administrator']);
    const ownerId = await addCaller(world, 'owner', ['application-owner']);
    const { id } = await addOwnApplication(world, ownerId);
    await refused(apps.campus.id, world.clock.now - day + 1000, 'a');
    await refused(apps.campus.id, world.clock.now, 'b');
    await refused(apps.rooms.id, world.clock.now - 2 * day, 'c');
    await world.db
      .insertInto('approvals')
      .values({
        id: crypto.randomUUID(),
        action: 'factors.reset',
        user_id: boss,
        user_version: 1,
        requested_by: ownerId,
        reason: 'lost',
        hours: null,
        created_at: world.clock.now,
        expires_at: world.clock.now + 1000,
        decided_at: null,
        decided_by: null,
      })
      .execute();
    const caller = await weakSession(world, 'boss');
    const { items } = (await callRoute(world, 'listAttention', caller)).json();
    expect(items).toEqual([
      { code: 'approvals-waiting', count: 1, applications: [], users: [] },
      {
        code: 'secrets-ending',
        count: 1,
        applications: [{ id, title: { uk: 'Назва', en: 'Title' } }],
        users: [],
      },
      {
        code: 'requests-refused',
        count: 1,
        applications: [expect.objectContaining({ id: apps.campus.id })],
        users: [],
      },
      {
        code: 'roles-without-factor',
        count: 2,
        applications: [],
        users: [
          { id: boss, username: 'boss', fullName: expect.any(String) },
          { id: ownerId, username: 'owner', fullName: expect.any(String) },
        ],
      },
    ]);
    world.clock.now += 1000;
    expect(await codesOf('boss')).not.toHaveProperty('approvals-waiting');
  });

  test('users without the second factor of their groups, and emails that wait', async () => {
    await addCaller(world, 'boss', ['administrator']);
    expect(await codesOf('boss')).not.toHaveProperty('users-without-factor');
    await world.db
      .insertInto('groups')
      .values({ name: 'cashiers', created_at: 1, second_factor: 'required' })
      .execute();
    await world.db
      .updateTable('users')
      .set({ groups: '["cashiers"]' })
      .where('id', '=', world.olena)
      .execute();
    const email = { id: 'n', user_id: world.olena, notice: 'email-changed', former_email: null };
    await world.db
      .insertInto('queued_notices')
      .values({ ...email, at: world.clock.now, expires_at: world.clock.now + day })
      .execute();
    expect(await codesOf('boss')).toMatchObject({ 'users-without-factor': 1 });
    expect(await codesOf('boss')).not.toHaveProperty('emails-waiting');
    world.clock.now += 3_600_001;
    expect(await codesOf('boss')).toMatchObject({ 'emails-waiting': 1 });
  });

  test('secrets that have ended need attention until there is another one', async () => {
    await addCaller(world, 'boss', ['administrator']);
    const ownerId = await addCaller(world, 'owner', ['application-owner']);
    const { id } = await addOwnApplication(world, ownerId);
    const endOf = (expiresAt: number) => ({ id: crypto.randomUUID(), expiresAt });
    const store = (...ends: number[]) =>
      world.db
        .updateTable('applications')
        .set({ secrets: JSON.stringify(ends.map(endOf)) })
        .where('id', '=', id)
        .execute();
    const { now } = world.clock;
    await store(now, now - day);
    expect(await codesOf('boss')).toMatchObject({ 'secrets-ended': 1 });
    expect(await codesOf('owner')).toEqual({ 'secrets-ended': 1 });
    await store(now, now + 40 * day);
    expect(await codesOf('owner')).toEqual({});
  });

  test('a bulk change that the server has stopped needs attention for a week', async () => {
    const boss = await addCaller(world, 'boss', ['administrator']);
    const { now } = world.clock;
    await world.db
      .insertInto('bulk_changes')
      .values({
        id: crypto.randomUUID(),
        act: '{"type":"enable"}',
        undo_of: null,
        state: 'stopped',
        actor_id: boss,
        token_id: null,
        created_at: now,
        started_at: now,
        finished_at: now,
        expires_at: now + 30 * day,
        total: 1,
        changed: 0,
        unchanged: 0,
        refused: 0,
      })
      .execute();
    expect(await codesOf('boss')).toMatchObject({ 'bulk-changes-stopped': 1 });
    world.clock.now += 7 * day;
    expect(await codesOf('boss')).not.toHaveProperty('bulk-changes-stopped');
  });

  test('an import that waits for a decision is there for administrators', async () => {
    await addCaller(world, 'boss', ['administrator']);
    await addCaller(world, 'helper', ['operator']);
    const { id } = await addWaitingImport(world);
    expect(await codesOf('boss')).toMatchObject({ 'imports-waiting': 1 });
    expect(await codesOf('helper')).not.toHaveProperty('imports-waiting');
    await world.db.updateTable('imports').set({ state: 'refused' }).where('id', '=', id).execute();
    expect(await codesOf('boss')).not.toHaveProperty('imports-waiting');
  });

  test('owners see their own applications, and tokens what their scopes permit', async () => {
    const ownerId = await addCaller(world, 'owner', ['application-owner']);
    await addOwnApplication(world, ownerId);
    await refused(apps.campus.id, world.clock.now, 'a');
    expect(await codesOf('owner')).toEqual({ 'secrets-ending': 1 });
    const boss = await addCaller(world, 'boss', ['administrator']);
    const token = await tokenOf(world, boss, {
      roles: ['administrator'],
      scopes: ['users.read'],
    });
    expect((await callRoute(world, 'listAttention', token)).json()).toEqual({ items: [] });
  });
});
