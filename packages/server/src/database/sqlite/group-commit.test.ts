import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { connect } from '../connect.ts';
import { untilDurable } from '../direct.ts';
import { isDatabaseUnavailable, isUniqueViolation } from '../errors.ts';
import { prepare, runTogether } from '../prepared.ts';
import { WriteBatch } from '../write-batch.ts';
import { checkWrites } from '../write-check.ts';

function queriesOf({ db }: TestDatabase) {
  return {
    put: prepare(db, ({ name }: { name: string }) =>
      db.insertInto('groups').values({ name, created_at: 0 }),
    ),
    putRelaxed: prepare(
      db,
      ({ name }: { name: string }) => db.insertInto('groups').values({ name, created_at: 0 }),
      { relaxedDurability: true },
    ),
    all: prepare(db, () => db.selectFrom('groups').select('name').orderBy('name')),
    take: prepare(db, ({ name }: { name: string }) =>
      db
        .updateTable('groups')
        .set({ created_at: 1 })
        .where('name', '=', name)
        .where('created_at', '=', 0),
    ),
  };
}

/** Limits the file to its present size, like a full disk. Reads and existing rows are not affected. */
async function fill({ db }: TestDatabase) {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
}
const makeRoom = ({ db }: TestDatabase) => sql`pragma max_page_count = 1000000`.execute(db);

/** Returns a name that fills more than one page. */
const large = (name: string) => name.padEnd(10_000, '.');

describe('group commit on SQLite', () => {
  let place: TestDatabase;
  let queries: ReturnType<typeof queriesOf>;
  /** Another connection, which sees only committed rows. */
  let other: SqliteFile.Database;

  beforeEach(async () => {
    place = await makeDatabase('sqlite');
    queries = queriesOf(place);
    other = new SqliteFile('sqliteFile' in place.address ? place.address.sqliteFile : '');
  });
  afterEach(async () => {
    other.close();
    await place.close();
  });

  test('a transaction that waited for another process begins after the group of another request', async () => {
    other.exec('begin immediate');
    const waiting = place.db.transaction().execute(async () => 'done');
    // its first attempt needs no turn of the event loop
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    other.exec('commit');
    let writing: Promise<unknown> | undefined;
    setTimeout(() => {
      writing = queries.put.change({ name: 'of the group' });
    }, 1);
    // both timers are due then, this one before the next attempt
    const until = performance.now() + 20;
    while (performance.now() < until);
    expect(await waiting).toBe('done');
    expect(await writing).toBe(1);
  });

  const committed = () => other.prepare('select name from groups order by name').pluck().all();

  test('writes of one turn settle after their common commit', async () => {
    const writes = ['a', 'b', 'c'].map((name) => queries.put.change({ name }));
    expect(committed()).toEqual([]);
    const seen = writes.map((write) => write.then(committed));
    expect(await Promise.all(seen)).toEqual(Array(3).fill(['a', 'b', 'c']));
  });

  test('a group with one durable write waits for the disk, whatever its order', async () => {
    await untilDurable(place.db);
    await Promise.all([queries.putRelaxed.change({ name: 'a' })]);
    expect(untilDurable(place.db)).toBeUndefined();
    const { put, putRelaxed } = queries;
    await Promise.all([put.change({ name: 'b' }), putRelaxed.change({ name: 'c' })]);
    expect(untilDurable(place.db)).toBeInstanceOf(Promise);
    await untilDurable(place.db);
    await Promise.all([putRelaxed.change({ name: 'd' }), put.change({ name: 'e' })]);
    expect(untilDurable(place.db)).toBeInstanceOf(Promise);
  });

  test('a read that sees uncommitted rows resolves after their commit', async () => {
    const write = queries.put.change({ name: 'a' });
    const read = queries.all.all({}).then((rows) => ({ rows, committed: committed() }));
    expect(await read).toEqual({ rows: [{ name: 'a' }], committed: ['a'] });
    await write;
  });

  test('a failed statement fails its own request only', async () => {
    const outcomes = await Promise.allSettled(
      ['a', 'a', 'b'].map((name) => queries.put.change({ name })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(committed()).toEqual(['a', 'b']);
  });

  test('a failed batch does not undo writes of another request', async () => {
    const failed = runTogether(
      place.db,
      ['x', 'x'].map((name) => queries.put.filled({ name })),
    );
    const good = queries.put.change({ name: 'a' });
    await expect(failed).rejects.toSatisfy(isUniqueViolation);
    await good;
    expect(committed()).toEqual(['a']);
  });

  test('if two requests race for one row in a group, one succeeds', async () => {
    await queries.put.change({ name: 'code' });
    const race = ['first', 'second'].map((name) => {
      const batch = new WriteBatch(place.db);
      batch.add(queries.take.filled({ name: 'code' }), () => Promise.reject(new Error('used')));
      batch.add(queries.put.filled({ name }));
      return batch.commit();
    });
    const outcomes = await Promise.allSettled(race);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(committed()).toEqual(['code', 'first']);
  });

  test('a failed commit fails every request of the group and rolls all of them back', async () => {
    // deferred constraints fail only at the commit
    await sql`create table parent (id text primary key)`.execute(place.db);
    await sql`create table child (id text references parent deferrable initially deferred)`.execute(
      place.db,
    );
    const orphan = prepare(place.db, () =>
      place.db.insertInto('child' as 'groups').values({ id: 'none' } as never),
    );
    const outcomes = await Promise.allSettled([
      queries.put.change({ name: 'a' }),
      orphan.change({}),
      queries.put.change({ name: 'b' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(committed()).toEqual([]);
    // the next group is not affected
    await queries.put.change({ name: 'c' });
    expect(committed()).toEqual(['c']);
  });

  test('a full disk fails every write of the group, and reads continue', async () => {
    await queries.put.change({ name: 'kept' });
    await fill(place);
    const outcomes = await Promise.allSettled([
      queries.put.change({ name: 'small' }),
      queries.put.change({ name: large('a') }),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } });
    expect(await queries.all.all({})).toEqual([{ name: 'kept' }]);
    expect(committed()).toEqual(['kept']);
    await makeRoom(place);
    await queries.put.change({ name: 'small' });
    expect(committed()).toEqual(['kept', 'small']);
  });

  test('reads continue while the writes of the same turn fail', async () => {
    await queries.put.change({ name: 'kept' });
    await fill(place);
    const write = queries.put.change({ name: large('a') });
    const read = queries.all.all({});
    await expect(write).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await read).toEqual([{ name: 'kept' }]);
  });

  test('a transaction that SQLite itself rolls back fails with the first error', async () => {
    await fill(place);
    const begun = place.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('groups').values({ name: 'a', created_at: 0 }).execute();
      const full = transaction.insertInto('groups').values({ name: large('b'), created_at: 0 });
      await full.execute().catch(() => undefined);
      // without protection, SQLite would commit this statement alone
      await transaction.insertInto('groups').values({ name: 'c', created_at: 0 }).execute();
    });
    await expect(begun).rejects.toSatisfy(isDatabaseUnavailable);
    expect(committed()).toEqual([]);
    await makeRoom(place);
    await place.db
      .transaction()
      .execute((transaction) =>
        transaction.insertInto('groups').values({ name: 'after', created_at: 0 }).execute(),
      );
    expect(committed()).toEqual(['after']);
  });
});

test('checkWrites detects a read-only database on SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brama-test-'));
  const db = await connect({ sqliteFile: join(folder, 'brama.sqlite') }, () => undefined);
  try {
    await checkWrites(db);
    await sql`pragma query_only = on`.execute(db);
    await sql`select 1`.execute(db);
    await expect(checkWrites(db)).rejects.toSatisfy(isDatabaseUnavailable);
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
});

test('checkWrites detects a read-only database on PostgreSQL', async () => {
  const { db, close } = await makeDatabase('postgres');
  try {
    await checkWrites(db);
    await db.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = on`.execute(connection);
      await expect(checkWrites(connection)).rejects.toThrow('read-only');
    });
  } finally {
    await close();
  }
});
