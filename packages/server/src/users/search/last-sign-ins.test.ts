// The last sign-in of each user follows the events, in batches and in any order.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { addUser } from '../../../test/support/world.ts';
import { EventStore } from '../../events/store.ts';
import { LastSignIns } from './last-sign-ins.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  let lastSignIns: LastSignIns;
  beforeEach(async () => {
    database = await makeDatabase(kind);
    lastSignIns = new LastSignIns(database.db);
  });
  afterEach(() => database.close());

  const add = (username: string) => addUser(database.db, { username }, 'x');
  async function happens(type: 'sign-in.succeeded' | 'user.viewed', userId: string, at: number) {
    const store = new EventStore(database.db, () => at);
    await database.db.transaction().execute((tx) => store.record(tx, { type, userId }));
  }
  const timeOf = async (id: string) =>
    (
      await database.db
        .selectFrom('user_search')
        .select('last_sign_in_at')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).last_sign_in_at;
  async function follow(limit = 2) {
    let batches = 0;
    while ((await lastSignIns.refresh(limit)) === limit) batches += 1;
    return batches;
  }

  test('new users have none; the newest sign-in counts, also after several batches', async () => {
    const [first, second] = [await add('first'), await add('second')];
    expect(await timeOf(first)).toBe(0);
    for (const at of [noon, noon + 1, noon + 2]) await happens('sign-in.succeeded', first, at);
    await happens('user.viewed', second, noon + 3);
    expect(await follow()).toBeGreaterThan(0);
    expect([await timeOf(first), await timeOf(second)]).toEqual([noon + 2, 0]);
    expect(await lastSignIns.refresh(2)).toBe(0);
  });

  test('an event that is committed late is followed, and an old one does not turn time back', async () => {
    const [first, second] = [await add('first'), await add('second')];
    await happens('sign-in.succeeded', first, noon);
    await follow();
    await happens('sign-in.succeeded', second, noon - 30_000);
    await happens('sign-in.succeeded', first, noon - 1);
    await follow();
    expect([await timeOf(first), await timeOf(second)]).toEqual([noon, noon - 30_000]);
  });
});
