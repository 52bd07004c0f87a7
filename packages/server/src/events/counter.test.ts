import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import type { Database } from '../database/connect.ts';
import { EventCounter } from './counter.ts';
import type { CountedEvent } from './event.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const refused = (userId: string): CountedEvent => ({
  type: 'sign-in.refused',
  userId,
  actor: 'unknown',
  method: 'password',
  network: '203.0.113.7',
});

describe.each(databaseKinds)('counted events, on %s', (kind) => {
  let database: TestDatabase;
  let now: number;
  let warnings: unknown[];
  beforeEach(async () => {
    database = await makeDatabase(kind);
    now = noon;
    warnings = [];
  });
  afterEach(() => database.close());

  const makeCounter = (db: Database = database.db) =>
    new EventCounter({
      db,
      now: () => now,
      log: { warn: (...given: unknown[]) => void warnings.push(given) },
    });
  const rows = () => database.db.selectFrom('events').selectAll().orderBy('at').execute();

  test('nodes add to one row, also at the same time', async () => {
    const nodes = [makeCounter(), makeCounter(database.again()), makeCounter(database.again())];
    const users = Array.from({ length: 250 }, (_, index) => `user ${index}`);
    // each node in another order
    for (const [index, node] of nodes.entries())
      for (const user of index === 1 ? users.toReversed() : users) node.count(refused(user));
    await Promise.all(nodes.map((node) => node.flush()));
    const stored = await rows();
    expect(warnings).toEqual([]);
    expect(stored).toHaveLength(250);
    expect(new Set(stored.map(({ count }) => count))).toEqual(new Set([3]));
  });

  test('the time is that of the last event, the period that of the first', async () => {
    const counter = makeCounter();
    now = noon + 59 * 60_000;
    counter.count(refused('u'));
    now = noon + 10_000;
    counter.count({ ...refused('u'), network: '198.51.100.1' });
    await counter.flush();
    counter.count(refused('u'));
    await counter.flush();
    now = noon + 60 * 60_000;
    counter.count(refused('u'));
    await counter.flush();
    expect((await rows()).map(({ at, count, network }) => [at - noon, count, network])).toEqual([
      [59 * 60_000, 3, '203.0.113.7'],
      [60 * 60_000, 1, '203.0.113.7'],
    ]);
  });

  test('what could not be stored is stored with the next flush', async () => {
    const counter = makeCounter();
    counter.count(refused('u'));
    const broken = database.db.schema.alterTable('events');
    await broken.renameTo('gone').execute();
    await counter.flush();
    expect(warnings).toHaveLength(1);
    counter.count(refused('u'));
    await database.db.schema
      .alterTable('gone' as 'events')
      .renameTo('events')
      .execute();
    await counter.flush();
    expect((await rows()).map(({ count }) => count)).toEqual([2]);
  });

  test('a page sees what was counted about its user', async () => {
    const counter = makeCounter();
    counter.count(refused('other'));
    await counter.flushUser('u');
    expect(await rows()).toEqual([]);
    counter.count(refused('u'));
    await counter.flushUser('u');
    expect(await rows()).toHaveLength(2);
  });
});
