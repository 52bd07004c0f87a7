// The activity section of the account page lists the events of its user only, in pages.

import type { EventType } from '@brama/contract/events/event-table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { accountPropsOf } from '../../test/support/web-build.ts';
import { addUser, apps, makeWorld, type World } from '../../test/support/world.ts';
import { eventLifetimeMs } from '../events/event.ts';
import { EventStore } from '../events/store.ts';

describeOnDatabases('activity', (kind) => {
  let world: World;
  let cookie: string;
  let other: string;
  beforeAll(async () => {
    world = await makeWorld(kind);
    other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    cookie = await world.signIn();
  });
  afterAll(() => world.close());

  const activityAt = async (url = '/uk/account', own = cookie) => {
    const { body } = await world.send({ url, headers: { cookie: own } });
    return accountPropsOf(body).activity;
  };
  const add = (type: EventType, userId: string, more: object = {}, at = world.clock.now) =>
    new EventStore(world.db, () => at).record(world.db, { type, userId, ...more });

  test('shows this sign-in, and failed attempts that were only counted in memory', async () => {
    await world.post('/api/auth', { username: 'o.shevchenko', password: 'wrong' });
    const { events, isFirst, older, recovery } = await activityAt();
    expect(events.map(({ kind: what, current, count }) => [what, current, count])).toEqual(
      expect.arrayContaining([
        ['sign-in', true, 1],
        ['sign-in-refused', false, 1],
      ]),
    );
    expect([events.length, isFirst, older, recovery]).toEqual([2, true, null, 'email']);
  });

  test('names applications in the language, and none that no longer exists', async () => {
    await world.db.deleteFrom('events').execute();
    await add('access.granted', world.olena, { applicationId: apps.campus.id });
    await add(
      'data.released',
      world.olena,
      { applicationId: crypto.randomUUID() },
      1 + world.clock.now,
    );
    for (const [language, title] of [
      ['uk', 'campus укр'],
      ['en', 'campus eng'],
    ] as const) {
      const { events } = await activityAt(`/${language}/account`);
      expect(events.map(({ application }) => application)).toEqual([null, title]);
    }
  });

  test('shows no event of another user, of a newer release, or of more than 90 days ago', async () => {
    await world.db.deleteFrom('events').execute();
    await add('password.changed', other, { details: { how: 'changed' } });
    await add('invented.event' as EventType, world.olena);
    await add('session.ended', world.olena, { details: { reason: 'invented' } });
    await add('google.linked', world.olena, {}, world.clock.now - eventLifetimeMs);
    expect((await activityAt()).events).toEqual([]);
    await add('google.linked', world.olena, {}, world.clock.now - eventLifetimeMs + 1);
    expect((await activityAt()).events.map(({ kind: what }) => what)).toEqual(['google-linked']);
  });

  test('a full page without older events leads to no other page', async () => {
    await world.db.deleteFrom('events').execute();
    for (let index = 0; index < 15; index += 1)
      await add('google.unlinked', world.olena, {}, world.clock.now - index);
    const { events, older } = await activityAt();
    expect([events.length, older]).toEqual([15, null]);
  });

  test('pages contain each event once, also those of one moment', async () => {
    await world.db.deleteFrom('events').execute();
    for (let index = 0; index < 40; index += 1)
      await add('google.unlinked', world.olena, {}, world.clock.now - Math.floor(index / 20));
    const seen: string[] = [];
    let older: string | null = '';
    const sizes: number[] = [];
    while (older !== null) {
      const page: Awaited<ReturnType<typeof activityAt>> = await activityAt(
        `/uk/account${older === '' ? '' : `?activity=${older}`}`,
      );
      expect(page.isFirst).toBe(older === '');
      seen.push(...page.events.map(({ id }) => id));
      sizes.push(page.events.length);
      older = page.older;
    }
    expect(sizes).toEqual([15, 15, 10]);
    expect(new Set(seen).size).toBe(40);
  });

  test.each(['x', '1', '.', '1.', '-1.x', `${'9'.repeat(20)}.x`, "1.x'--", 'a&activity=b'])(
    'the position %j leads to the first page',
    async (position) => {
      const { isFirst, events } = await activityAt(`/uk/account?activity=${encodeURI(position)}`);
      expect([isFirst, events.length]).toEqual([true, 15]);
    },
  );
});
