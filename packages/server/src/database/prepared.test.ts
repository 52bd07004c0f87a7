import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { isForeignKeyViolation, isUniqueViolation } from './errors.ts';
import { prepare, runTogether } from './prepared.ts';

/** The queries of the tests. They use groups, the simplest table. */
function queriesOf({ db }: TestDatabase) {
  const put = ({ name, at }: { name: string; at: number }) =>
    db.insertInto('groups').values({ name, created_at: at });
  return {
    put: prepare(db, put),
    between: prepare(db, ({ at }: { at: number }) =>
      db
        .selectFrom('groups')
        .select('name')
        .where((or) => or.or([or('created_at', '=', at), or('created_at', '=', at)]))
        .where('created_at', '<', 1_000_000)
        .orderBy('name'),
    ),
    rename: prepare(db, ({ from, to }: { from: string; to: string }) =>
      db.updateTable('groups').set({ name: to }).where('name', '=', from),
    ),
  };
}

describe.each(databaseKinds)('prepared queries, on %s', (kind) => {
  let place: TestDatabase;
  let queries: ReturnType<typeof queriesOf>;

  beforeEach(async () => {
    place = await makeDatabase(kind);
    queries = queriesOf(place);
  });
  afterEach(() => place.close());

  const names = async (db = place.db) =>
    (await db.selectFrom('groups').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  test('use the new values of each call', async () => {
    await queries.put.change({ name: 'a', at: 1 });
    await queries.put.change({ name: 'b', at: 2 });
    await queries.put.change({ name: 'c', at: 2 });
    expect(await queries.between.all({ at: 2 })).toEqual([{ name: 'b' }, { name: 'c' }]);
    expect(await queries.between.first({ at: 1 })).toEqual({ name: 'a' });
    expect(await queries.between.first({ at: 3 })).toBeUndefined();
  });

  test('bind values by name, in any order', async () => {
    await queries.put.change({ at: 1, name: 'a' });
    expect(await queries.rename.change({ to: 'z', from: 'a' })).toBe(1);
    expect(await queries.rename.change({ to: 'z', from: 'a' })).toBe(0);
    expect(await names()).toEqual(['z']);
  });

  test('are planned once for each connection, and no others are', async () => {
    if (kind === 'sqlite') return;
    const plans = sql<{ statement: string }>`select statement from pg_prepared_statements`;
    await place.db.connection().execute(async (connection) => {
      await connection.selectFrom('users').select('id').execute();
      for (let times = 0; times < 2; times += 1)
        await connection.executeQuery(queries.between.filled({ at: 1 }));
      const { rows } = await plans.execute(connection);
      expect(rows).toEqual([{ statement: queries.between.filled({ at: 1 }).sql }]);
    });
  });

  test('accept null as a value', async () => {
    const { db } = place;
    const user = { username: 'u', username_key: 'u', full_name: 'U', data: '{}', groups: '[]' };
    const put = prepare(db, ({ id, email }: { id: string; email: string | null }) =>
      db.insertInto('users').values({ ...user, id, email, created_at: 0, updated_at: 0 } as never),
    );
    await put.change({ id: 'none', email: null });
    const [row] = await db.selectFrom('users').select(['id', 'email']).execute();
    expect(row).toEqual({ id: 'none', email: null });
  });

  test('see earlier writes', async () => {
    await queries.put.change({ name: 'a', at: 1 });
    expect(await queries.between.all({ at: 1 })).toEqual([{ name: 'a' }]);
    // and other connections to the same server see the same
    expect(await names()).toEqual(['a']);
  });

  test('a write is committed when its promise resolves', async () => {
    const other = place.again();
    await queries.put.change({ name: 'a', at: 1 });
    expect(await names(other)).toEqual(['a']);
  });

  test('writes survive the closing of the database', async () => {
    const other = place.again();
    const { db } = place;
    await queries.put.change({ name: 'a', at: 1 });
    await db.destroy();
    expect(await names(other)).toEqual(['a']);
  });

  test('a failed statement does not undo the others', async () => {
    await queries.put.change({ name: 'a', at: 1 });
    const refused = queries.put.change({ name: 'a', at: 2 });
    await expect(refused).rejects.toSatisfy(isUniqueViolation);
    await queries.put.change({ name: 'b', at: 3 });
    expect(await names()).toEqual(['a', 'b']);
  });

  test('runTogether runs all statements or none', async () => {
    const { put, rename } = queries;
    const changed = await runTogether(place.db, [
      put.filled({ name: 'a', at: 1 }),
      rename.filled({ from: 'a', to: 'z' }),
      rename.filled({ from: 'a', to: 'z' }),
    ]);
    expect(changed).toEqual({ changed: [1, 1, 0] });
    const refused = runTogether(place.db, [
      put.filled({ name: 'b', at: 1 }),
      put.filled({ name: 'z', at: 1 }),
    ]);
    await expect(refused).rejects.toSatisfy(isUniqueViolation);
    expect(await names()).toEqual(['z']);
    // a `mustChange` statement that changes no row rolls back all
    const refusedAt = await runTogether(place.db, [
      put.filled({ name: 'b', at: 1 }),
      { ...rename.filled({ from: 'nothing', to: 'x' }), mustChange: true },
    ]);
    expect(refusedAt).toEqual({ refusedAt: 1 });
    expect(await names()).toEqual(['z']);
    // of several reasons the first counts
    const nothing = { ...rename.filled({ from: 'nothing', to: 'x' }), mustChange: true };
    const duplicate = put.filled({ name: 'z', at: 1 });
    expect(await runTogether(place.db, [nothing, duplicate])).toEqual({ refusedAt: 0 });
    const failed = runTogether(place.db, [duplicate, nothing]);
    await expect(failed).rejects.toSatisfy(isUniqueViolation);
    expect(await names()).toEqual(['z']);
    // no transaction stays open
    await queries.put.change({ name: 'c', at: 1 });
    expect(await names()).toEqual(['c', 'z']);
  });

  test('a statement after a refused one, which the database has never planned, runs later', async () => {
    const { put, rename } = queries;
    const nothing = { ...rename.filled({ from: 'nothing', to: 'x' }), mustChange: true };
    const refused = await runTogether(place.db, [nothing, put.filled({ name: 'a', at: 1 })]);
    expect(refused).toEqual({ refusedAt: 0 });
    const later = [put.filled({ name: 'a', at: 1 }), put.filled({ name: 'b', at: 1 })];
    expect(await runTogether(place.db, later)).toEqual({ changed: [1, 1] });
    expect(await names()).toEqual(['a', 'b']);
  });

  test('runTogether stores nothing if the commit fails', async () => {
    const { db } = place;
    await sql`create table parents (name text primary key)`.execute(db);
    await sql
      .raw('create table children (name text references parents deferrable initially deferred)')
      .execute(db);
    const put = (table: string) => sql.raw(`insert into ${table} values ('a')`).compile(db);
    const orphan = runTogether(db, [put('children'), put('children')]);
    await expect(orphan).rejects.toSatisfy(isForeignKeyViolation);
    const { rows } = await sql`select name from children`.execute(db);
    expect(rows).toEqual([]);
    expect(await runTogether(db, [put('children'), put('parents')])).toEqual({ changed: [1, 1] });
  });

  test.runIf(kind === 'postgres')(
    'a connection that the server has closed is not used again',
    async () => {
      const { put } = queries;
      const close = sql`select pg_terminate_backend(pg_backend_pid())`.compile(place.db);
      for (const at of [1, 2, 3]) {
        await expect(runTogether(place.db, [close, close])).rejects.toMatchObject({
          severity: 'FATAL',
        });
        const later = [put.filled({ name: `a${at}`, at }), put.filled({ name: `b${at}`, at })];
        expect(await runTogether(place.db, later)).toEqual({ changed: [1, 1] });
      }
    },
  );

  test.runIf(kind === 'postgres')('a batch refuses values without a text', async () => {
    const odd = { ...queries.put.filled({ name: 'a', at: 1 }), parameters: [{}, 1] };
    await expect(runTogether(place.db, [odd, odd])).rejects.toThrow(TypeError);
    expect(await queries.put.change({ name: 'a', at: 1 })).toBe(1);
  });

  test.runIf(kind === 'postgres')(
    'only relaxed transactions do not wait for the disk',
    async () => {
      const note = (at: number, relaxedDurability: boolean) => ({
        ...sql`insert into groups (name, created_at)
        values (${at} || current_setting('synchronous_commit'), ${at})`.compile(place.db),
        relaxedDurability,
      });
      // servers of tests wait for no commit
      await sql`alter role current_user set synchronous_commit to on`.execute(place.db);
      const db = place.again();
      await runTogether(db, [note(1, true), note(2, true)]);
      await runTogether(db, [note(3, true), note(4, false)]);
      await sql`alter role current_user reset synchronous_commit`.execute(db);
      expect(await names()).toEqual(['1off', '2off', '3on', '4on']);
    },
  );

  test('concurrent transactions do not mix', async () => {
    const { put, rename } = queries;
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const name = `n${at}`;
        const last = rename.filled({ from: at % 2 ? 'nothing' : name, to: `z${at}` });
        return runTogether(place.db, [put.filled({ name, at }), { ...last, mustChange: true }]);
      }),
    );
    const kept = results.flatMap((result, at) => ('changed' in result ? [`z${at}`] : []));
    expect(kept).toHaveLength(20);
    expect(await names()).toEqual(kept.toSorted());
  });

  test('do not take part in a running transaction', async () => {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const undone = place.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('groups').values({ name: 'undone', created_at: 7 }).execute();
      begun.resolve();
      await release.promise;
      throw new Error('undo');
    });
    await begun.promise;
    const put = queries.put.change({ name: 'kept', at: 7 });
    const read = queries.between.all({ at: 7 });
    release.resolve();
    await expect(undone).rejects.toThrow('undo');
    await put;
    expect(JSON.stringify(await read)).not.toContain('undone');
    expect(await names()).toEqual(['kept']);
  });
});
