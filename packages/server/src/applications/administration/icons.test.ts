// SVG icons of requests are drawn before the transaction, one of each caller at a time.

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnApplication } from '../../../test/support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAADUlEQVR42mNgGAXIAAABEAABf80DtQAAAABJRU5ErkJggg==',
  'base64',
);
const markup =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></svg>';
const icon = `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}`;

describeOnDatabases('icons of requests', (kind) => {
  let world: World;
  let owner: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'keeper', ['application-owner']);
    owner = await strongSession(world, 'keeper');
  });
  afterEach(() => world.close());

  async function change(caller: Caller) {
    const { id } = await addOwnApplication(world, caller.userId);
    return () => callRoute(world, 'updateApplication', caller, { params: { id }, body: { icon } });
  }

  test('other changes are stored while one is drawn', async () => {
    const open: unknown[] = [];
    world.drawer.draw = async () => {
      // waits for a transaction that is open, on SQLite
      await world.db.insertInto('groups').values({ name: 'while', created_at: 1 }).execute();
      if (kind === 'postgres') {
        const idle = sql`select 1 from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`;
        open.push(...(await idle.execute(world.db)).rows);
      }
      return { png };
    };
    const response = await (await change(owner))();
    expect([response.statusCode, response.json().icon]).toEqual([
      200,
      expect.stringMatching(/\.png$/),
    ]);
    expect(open).toEqual([]);
  });

  test('a caller has one drawing at a time, whatever the last one was', async () => {
    await addCaller(world, 'other', ['application-owner']);
    const other = await strongSession(world, 'other');
    const started = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    world.drawer.draw = async () => {
      started.resolve();
      await released.promise;
      return { reason: 'is not drawn' };
    };
    const first = (await change(owner))();
    await started.promise;
    const second = await (await change(owner))();
    expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([
      429,
      'request.too-many',
      '5',
    ]);
    world.drawer.draw = async () => ({ png });
    expect((await (await change(other))()).statusCode).toBe(200);
    released.resolve();
    expect((await first).json().fields).toEqual({ icon: 'is not drawn' });
    expect((await (await change(owner))()).statusCode).toBe(200);
  });
});
