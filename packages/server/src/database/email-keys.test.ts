// A lookup of a user by email address reads the index, however many users share the address.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase } from '../../test/support/databases.ts';

describe.each(databaseKinds)('email keys on %s', (kind) => {
  test('a lookup of an address that many users share finds two rows without reading all', async () => {
    const { db, close } = await makeDatabase(kind);
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      id: `${index}`.padStart(6, '0'),
      username: `u${index}`,
      username_key: `u${index}`,
      full_name: 'U',
      email: 'all@campus.example',
      email_key: 'all@campus.example',
      data: '{}',
      groups: '[]',
      disabled: 0,
      version: 3,
      created_at: 1,
      updated_at: 2,
    }));
    for (let start = 0; start < rows.length; start += 1000)
      await db
        .insertInto('users')
        .values(rows.slice(start, start + 1000))
        .execute();
    if (kind === 'postgres') await sql`analyze users`.execute(db);
    const query = sql`select id from users where email_key = ${'all@campus.example'} order by disabled limit 2`;
    const explain = sql.raw(kind === 'postgres' ? 'explain' : 'explain query plan');
    const found = await sql<object>`${explain} ${query}`.execute(db);
    await close();
    const plan = JSON.stringify(found.rows);
    expect(plan).toContain('users_email_key');
    expect(plan).not.toMatch(/sort|temp b-tree/i);
  });
});
