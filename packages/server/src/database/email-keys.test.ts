// The migration of email keys that releases before 0016 wrote.

import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  databaseKinds,
  makeEmptyDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

/** Returns the key that releases before 0016 wrote. */
const earlierKey = (email: string) => email.normalize('NFKC').toLowerCase().normalize('NFKC');

describe.each(databaseKinds)('email keys on %s', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await makeEmptyDatabase(kind);
    const earlier = Object.entries(migrations).filter(([name]) => name < '0016');
    const provider = { getMigrations: async () => Object.fromEntries(earlier) };
    const { error } = await new Migrator({ db: database.db, provider }).migrateToLatest();
    if (error) throw error;
  });
  afterEach(() => database.close());

  async function addUsers(emails: readonly (string | null)[]) {
    for (let start = 0; start < emails.length; start += 1000) {
      const rows = emails.slice(start, start + 1000).map((email, index) => ({
        id: `${start + index}`.padStart(6, '0'),
        username: `u${start + index}`,
        username_key: `u${start + index}`,
        full_name: 'U',
        email,
        email_key: email === null ? null : earlierKey(email),
        data: '{}',
        groups: '[]',
        disabled: 0,
        version: 3,
        created_at: 1,
        updated_at: 2,
      }));
      await database.db.insertInto('users').values(rows).execute();
    }
  }

  test('the migration folds only ASCII letters, changes no other field, and runs once', async () => {
    const expected: [string | null, string | null][] = [
      ['O.Shevchenko@CAMPUS.example', 'o.shevchenko@campus.example'],
      ['plain@campus.example', 'plain@campus.example'],
      [null, null],
      ['ｂob@campus.example', 'ｂob@campus.example'],
      ['Олена@Кампус.example', 'Олена@Кампус.example'],
      ['\u212aATE@campus.example', '\u212aate@campus.example'],
      ['İ@Campus.example', 'İ@campus.example'],
      ['ÀZ@campus.example', 'Àz@campus.example'],
    ];
    await addUsers(expected.map(([email]) => email));
    await migrate(database.db);
    await migrate(database.db);
    const rows = await database.db
      .selectFrom('users')
      .select(['email', 'email_key', 'version', 'updated_at'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual(
      expected.map(([email, email_key]) => ({ email, email_key, version: 3, updated_at: 2 })),
    );
  });

  test('all wrong keys are replaced, also thousands', async () => {
    await addUsers(Array.from({ length: 6000 }, (_, i) => `ｂob${i}@Campus.example`));
    await migrate(database.db);
    const { count } = await database.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('email_key', 'like', 'ｂob%@campus.example')
      .executeTakeFirstOrThrow();
    expect(count).toBe(6000);
  });

  test('a lookup of an address that many users share finds two rows without reading all', async () => {
    await addUsers(Array.from({ length: 2000 }, () => 'all@campus.example'));
    await migrate(database.db);
    if (kind === 'postgres') await sql`analyze users`.execute(database.db);
    const query = sql`select id from users where email_key = ${'all@campus.example'} order by disabled limit 2`;
    const explain = sql.raw(kind === 'postgres' ? 'explain' : 'explain query plan');
    const { rows } = await sql<object>`${explain} ${query}`.execute(database.db);
    const plan = JSON.stringify(rows);
    expect(plan).toContain('users_email_key');
    expect(plan).not.toMatch(/sort|temp b-tree/i);
  });
});
