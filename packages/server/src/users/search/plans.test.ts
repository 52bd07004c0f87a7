// How the databases read lists of users. With very many users, each order and each filter must be found by an index.

import { type UserSort, userOrders } from '@brama/contract/admin/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { numbersTo, plansOf } from '../../../test/support/plans.ts';
import type { UserFilters } from './conditions.ts';
import { countFound, findUsers } from './find-users.ts';
import { SearchTexts } from './refresh.ts';

const total = 20_000;
const sorts = userOrders.flatMap((order): UserSort[] => [order, `-${order}`]);

/** Each finds one user in a thousand or fewer, so that no order finds a page soon. */
const rare: [what: string, filters: UserFilters][] = [
  ['text', { q: 'name 19999' }],
  ['group', { group: 'rare' }],
  ['role', { role: 'auditor' }],
  ['disabled', { disabled: true }],
  ['sponsor', { sponsorId: 'user 1' }],
  ['guest', { isGuest: true }],
  ['end date', { endsFrom: 1, endsTo: 10 }],
  ['last sign-in since', { signedInFrom: 1 }],
  ['no way to sign in', { wayIn: { has: false, byTaxId: true } }],
];

/** Steps that read a whole table of users. */
const wholeTable = /SCAN (s|u|users|user_search)$|Seq Scan on (users|user_search)/m;

describe.each(databaseKinds)('plans of lists of users, on %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase(kind);
    const { db } = database;
    const { recursive, numbers } = numbersTo(total, kind);
    await sql`insert into users (id, username, username_key, full_name, data, groups, password_hash, disabled, valid_until, version, created_at, updated_at)
      ${recursive} select 'user ' || n, 'name ' || n, 'name ' || n, 'Name ' || n, '{}', case when n % 2000 = 7 then '["rare"]' else '[]' end,
        case when n % 2000 = 3 then null else 'x' end, case when n % 2000 = 5 then 1 else 0 end, case when n % 2000 = 9 then 5 end, 1, n, n
      from ${numbers}`.execute(db);
    await sql`update users set sponsor_id = 'user 1' where id in ('user 12009', 'user 14009')`.execute(
      db,
    );
    await sql`insert into user_roles (user_id, role, granted_at) values ('user 5', 'auditor', 1)`.execute(
      db,
    );
    const texts = new SearchTexts(db);
    while ((await texts.refresh(5000)) === 5000);
    await sql`update user_search set last_sign_in_at = 5 where user_id in ('user 21', 'user 22')`.execute(
      db,
    );
    if (kind === 'postgres') await sql`vacuum analyze`.execute(db);
  });
  afterAll(() => database.close());

  const list = (filters: UserFilters, sort: UserSort) =>
    plansOf(database.db, kind, (db) =>
      findUsers(db, { filters, sort, after: undefined, limit: 51 }),
    );

  test.each(sorts)('the order %s is that of an index', async (sort) => {
    const [plan = ''] = await list({}, sort);
    expect(plan).toMatch(
      /USING (COVERING )?INDEX user_search_|Index (Only )?Scan .*using user_search_/,
    );
    expect(plan).not.toMatch(wholeTable);
  });

  test.each(rare)('users are found by an index: %s', async (_what, filters) => {
    const plans = await list(filters, 'fullName');
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(wholeTable);
  });

  test.each(rare)('users are counted by an index: %s', async (_what, filters) => {
    const plans = await plansOf(database.db, kind, (db) => countFound(db, filters));
    for (const plan of plans) expect(plan).not.toMatch(wholeTable);
  });
});
