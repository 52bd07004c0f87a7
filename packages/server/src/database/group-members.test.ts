// Triggers keep the members of groups for every writer of users, also if a statement writes several users.

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';

const groupsOfUsers = fc.array(
  fc.array(fc.constantFrom('staff', 'students', 'guests'), { maxLength: 4 }),
  {
    minLength: 4,
    maxLength: 4,
  },
);

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await makeDatabase(kind);
  });
  afterEach(() => database.close());

  async function members() {
    const rows = await database.db.selectFrom('group_members').selectAll().execute();
    return rows.map(({ group_name, user_id }) => `${group_name} ${user_id}`).sort();
  }
  const expected = (groups: readonly string[][]) =>
    groups.flatMap((names, user) => [...new Set(names)].map((name) => `${name} ${user}`)).sort();

  test('added, changed and deleted users', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(groupsOfUsers, groupsOfUsers, async (before, after) => {
        const rows = before.map((groups, user) => ({
          id: `${user}`,
          username: `user${user}`,
          username_key: `user${user}`,
          full_name: 'Олена',
          data: '{}',
          groups: JSON.stringify(groups),
          disabled: 0,
          version: 1,
          created_at: 1,
          updated_at: 1,
        }));
        await db.insertInto('users').values(rows).execute();
        expect(await members()).toEqual(expected(before));
        const cases = after.map(
          (groups, user) => sql`when ${`${user}`} then ${JSON.stringify(groups)}`,
        );
        await sql`update users set groups = case id ${sql.join(cases, sql` `)} end`.execute(db);
        await db.updateTable('users').set({ updated_at: 2 }).execute();
        expect(await members()).toEqual(expected(after));
        await db.deleteFrom('users').where('id', 'in', ['0', '1']).execute();
        expect(await members()).toEqual(expected([[], [], ...after.slice(2)]));
        await db.deleteFrom('users').execute();
        expect(await members()).toEqual([]);
      }),
      { numRuns: 25, seed: 22 },
    );
  });
});
