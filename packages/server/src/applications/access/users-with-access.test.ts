// Lists and counts of users with access read many users. On SQLite other requests are served meanwhile.

import type { Access } from '@brama/contract/admin/access';
import type { MethodId } from '@brama/contract/sign-in/methods';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { compareAccess } from './changed-access.ts';
import { listRefusedMembers } from './refused-members.ts';
import { countUsersWithAccess, listUsersWithAccess } from './users-with-access.ts';

const total = 3500;

describe.each(databaseKinds)('users with access among thousands, on %s', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await makeDatabase(kind);
    const numbers =
      kind === 'postgres'
        ? sql`select n from generate_series(1, ${sql.lit(total)}) as t(n)`
        : sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(total)}) select n from numbers`;
    // every seventh is disabled, the others are students of one of three years
    await sql`insert into users (id, username, username_key, full_name, groups, data, disabled, version, created_at, updated_at)
      select 'id-' || n, 'u' || (10000 + n), 'u' || (10000 + n), 'x', '["year-' || (n % 3) || '"]', '{}',
        case when n % 7 = 0 then 1 else 0 end, 1, 0, 0 from (${numbers}) as t`.execute(database.db);
  });
  afterEach(() => database.close());

  const list = (access: Access, after = '', limit = 200) =>
    listUsersWithAccess(database.db, access, { after, limit });

  test('every page begins after the one before', async () => {
    const expected = Array.from({ length: total }, (_, index) => index + 1)
      .filter((n) => n % 7 !== 0 && n % 3 === 1)
      .map((n) => `u${10000 + n}`);
    const found: string[] = [];
    for (;;) {
      const page = await list({ groups: ['year-1'] }, found.at(-1), 100);
      found.push(...page.map(({ username_key: key }) => key));
      if (page.length < 100) break;
    }
    expect(found).toEqual(expected);
    expect(await countUsersWithAccess(database.db, { groups: ['year-1'] })).toBe(expected.length);
    expect(await list({ group: 'graduates' })).toEqual([]);
  });

  test('members of a group who cannot open an application, by reason and page by page', async () => {
    // members are added by the trigger; only those of the third year have a password
    await sql`update users set password_hash = case when groups = '["year-0"]' then 'x' end`.execute(
      database.db,
    );
    const ofGroup = Array.from({ length: total }, (_, index) => index + 1).filter(
      (n) => n % 3 === 1,
    );
    const ask = (access: Access, methods: readonly MethodId[], after = '') =>
      listRefusedMembers(database.db, { group: 'year-1', access, methods }, { after, limit: 10 });
    const disabled = ofGroup.filter((n) => n % 7 === 0).length;
    const {
      total: all,
      counts,
      found,
    } = await ask({ groups: ['year-2'] }, ['password', 'passkey']);
    expect([all, counts]).toEqual([
      ofGroup.length,
      { disabled, 'no-access': ofGroup.length, 'no-way': ofGroup.length },
    ]);
    expect(found).toHaveLength(10);
    const next = await ask({ groups: ['year-2'] }, ['password'], found.at(-1)?.usernameKey);
    expect(next.found[0]?.username).toBe(`u${10000 + (ofGroup[10] ?? 0)}`);
    await sql`update users set password_hash = 'x'`.execute(database.db);
    expect(await ask('everyone', ['password'])).toMatchObject({
      total: disabled,
      counts: { disabled, 'no-access': 0, 'no-way': 0 },
    });
    // the application accepts no method that the members have
    expect((await ask('everyone', [])).counts['no-way']).toBe(ofGroup.length);
  });

  test('another rule gives and takes access, in one pass over all users', async () => {
    const has = (year: number) => (n: number) => n % 7 !== 0 && n % 3 === year;
    const numbers = Array.from({ length: total }, (_, index) => index + 1);
    const named = (year: number) =>
      numbers
        .filter(has(year))
        .slice(0, 5)
        .map((n) => `u${10000 + n}`);
    const { users, gain, lose } = await compareAccess(
      database.db,
      // a field without a value is neither met nor not met
      {
        before: { any: [{ group: 'year-1' }, { not: { attribute: 'data.faculty', is: 'x' } }] },
        after: { any: [{ group: 'year-2' }, { attribute: 'studentId', is: 'x' }] },
      },
      5,
    );
    expect(users).toBe(numbers.filter(has(2)).length);
    expect([gain.count, lose.count]).toEqual([
      numbers.filter(has(2)).length,
      numbers.filter(has(1)).length,
    ]);
    expect(gain.users.map(({ username }) => username)).toEqual(named(2));
    expect(lose.users.map(({ username }) => username)).toEqual(named(1));
    const same = await compareAccess(
      database.db,
      { before: 'everyone', after: { not: { group: 'graduates' } } },
      5,
    );
    expect(same).toMatchObject({ gain: { count: 0 }, lose: { count: 0, users: [] } });
  });

  test.runIf(kind === 'sqlite')('other requests have their turns meanwhile', async () => {
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    await list({ group: 'graduates' });
    await countUsersWithAccess(database.db, { group: 'graduates' });
    clearImmediate(next);
    // a list and a count, each of four slices
    expect(turns).toBeGreaterThanOrEqual(6);
  });
});
