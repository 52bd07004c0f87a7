// What administrators see of the pages of a user, and what is stored about it.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  tokenOf,
  weakSession,
} from '../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { apps, makeWorld, type World } from '../../test/support/world.ts';

describeOnDatabases('what a user sees', (kind) => {
  let world: World;
  let operator: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'operator', ['operator']);
    operator = await weakSession(world, 'operator');
  });
  afterEach(() => world.close());

  async function view(caller = operator, body: object = { reason: 'asked on the phone' }) {
    const response = await callRoute(world, 'viewAsUser', caller, {
      params: { id: world.olena },
      body,
    });
    return { status: response.statusCode, ...response.json() };
  }
  const opened = async () =>
    (
      await world.db
        .selectFrom('events')
        .select(['user_id', 'actor_id', 'details'])
        .where('type', '=', 'user.view-opened')
        .execute()
    ).map(({ details, ...row }) => ({ ...row, reason: JSON.parse(details ?? '{}').reason }));

  test('the applications of the user, favourites marked, in the language asked for', async () => {
    await world.db
      .insertInto('user_applications')
      .values({
        user_id: world.olena,
        application_id: apps.campus.id,
        favorite_at: 1,
        last_used_at: 2000,
      })
      .execute();
    const { applications, disabled } = await view(operator, { reason: 'x', language: 'en' });
    expect(disabled).toBe(false);
    const ids = applications.map(({ id }: { id: string }) => id);
    expect(ids).toContain(apps.campus.id);
    // of employees only
    expect(ids).not.toContain(apps.rooms.id);
    expect(applications.find(({ id }: { id: string }) => id === apps.campus.id)).toMatchObject({
      favorite: true,
      lastUsedAt: new Date(2000).toISOString(),
    });
    await world.db
      .updateTable('users')
      .set({ disabled: 1 })
      .where('id', '=', world.olena)
      .execute();
    expect(await view()).toMatchObject({ disabled: true, applications: [] });
  });

  test('activity is that of the user, and only for callers who may read events', async () => {
    await world.signIn();
    expect((await view()).activity).toContainEqual(expect.objectContaining({ kind: 'sign-in' }));
    const token = await tokenOf(world, operator.userId, {
      roles: ['operator'],
      scopes: ['users.read'],
    });
    expect((await view(token)).activity).toBeNull();
  });

  test('the reason is required and stored; nothing is stored without it', async () => {
    expect(await view(operator, {})).toMatchObject({
      status: 400,
      fields: { reason: expect.any(String) },
    });
    expect(await opened()).toEqual([]);
    await view();
    expect(await opened()).toEqual([
      { user_id: world.olena, actor_id: operator.userId, reason: 'asked on the phone' },
    ]);
  });
});
