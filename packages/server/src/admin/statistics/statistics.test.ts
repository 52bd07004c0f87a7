// Counts of sign-ins: by hour and by day in Kyiv, also where the clock changes; read by indexes.

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCaller, callRoute, tokenOf } from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import { signInsByMethod } from '../../events/sign-ins.ts';

describeOnDatabases('statistics of sign-ins', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  let number = 0;
  const happens = (type: string, at: string, method: string | null = 'password', count = 1) => {
    number += 1;
    return world.db
      .insertInto('events')
      .values({
        id: `event ${number}`,
        at: Date.parse(at),
        type,
        count,
        actor: 'user',
        actor_id: null,
        user_id: world.olena,
        application_id: null,
        session_uid: null,
        method,
        network: null,
        browser: null,
        system: null,
        details: null,
      })
      .execute();
  };

  async function counted(period: string) {
    number += 1;
    const boss = await addCaller(world, `boss-${number}`, ['administrator']);
    const token = await tokenOf(world, boss, { roles: ['administrator'] });
    const response = await callRoute(world, 'countSignIns', token, { query: { period } });
    expect(response.statusCode).toBe(200);
    return response.json().items;
  }

  test('a day has 24 hours, by method and result', async () => {
    await happens('sign-in.succeeded', '2026-11-20T11:59:59Z');
    await happens('sign-in.succeeded', '2026-11-20T11:00:00Z', 'diia');
    await happens('sign-in.succeeded', '2026-11-19T12:59:59Z');
    await happens('sign-in.refused', '2026-11-20T11:30:00Z', 'password', 5);
    await happens('second-factor.refused', '2026-11-20T11:40:00Z', null, 2);
    await happens('user.viewed', '2026-11-20T11:30:00Z', null);
    const items = await counted('day');
    expect(items).toHaveLength(24);
    expect(items[0].from).toBe('2026-11-19T13:00:00.000Z');
    expect(items.at(-2)).toEqual({
      from: '2026-11-20T11:00:00.000Z',
      succeeded: { password: 1, diia: 1, google: 0, passkey: 0 },
      refused: 7,
    });
    const all = items.flatMap(({ succeeded }: { succeeded: object }) => Object.values(succeeded));
    expect(all.reduce((sum: number, one: number) => sum + one, 0)).toBe(2);
  });

  test('days begin in Kyiv, also around the change of the clock', async () => {
    world.clock.now = Date.parse('2026-10-26T12:00:00Z');
    // 25 October has 25 hours there: it begins at 21:00 and ends at 22:00
    for (const at of ['2026-10-24T20:59:59Z', '2026-10-24T21:00:00Z', '2026-10-25T21:59:59Z'])
      await happens('sign-in.succeeded', at);
    await happens('sign-in.succeeded', '2026-10-25T22:00:00Z');
    const items = await counted('week');
    expect(items).toHaveLength(7);
    const [before, change, after] = items.slice(-3);
    expect([before.from, change.from, after.from]).toEqual([
      '2026-10-23T21:00:00.000Z',
      '2026-10-24T21:00:00.000Z',
      '2026-10-25T22:00:00.000Z',
    ]);
    expect([before, change, after].map(({ succeeded }) => succeeded.password)).toEqual([1, 2, 1]);
    world.clock.now += 31_000;
    expect(await counted('month')).toHaveLength(30);
  });

  test('an index has all that is counted', async () => {
    const query = sql`select method, at / 3600000 as hour, count(*) from ${signInsByMethod(world.db)}
      and method in ('password', 'diia', 'google', 'passkey') and at >= 1 group by method, hour`;
    if (kind === 'postgres') await sql`set enable_seqscan = off`.execute(world.db);
    const explain = sql.raw(kind === 'postgres' ? 'explain' : 'explain query plan');
    const { rows } = await sql<object>`${explain} ${query}`.execute(world.db);
    expect(rows.map((row) => Object.values(row).at(-1)).join('\n')).toContain('events_sign_ins');
  });
});
