// Triggers mark what every writer changes, and the texts are filled afterwards.

import { fieldsWith } from '@brama/contract/users/fields';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { addUser } from '../../../test/support/world.ts';
import { columnOf } from '../columns.ts';
import { findUsers } from './find-users.ts';
import { startSearchJob } from './job.ts';
import { SearchTexts } from './refresh.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  let texts: SearchTexts;
  beforeEach(async () => {
    database = await makeDatabase(kind);
    texts = new SearchTexts(database.db);
  });
  afterEach(() => database.close());

  const add = (username: string, fullName: string) =>
    addUser(database.db, { username, fullName }, 'x');
  const set = (id: string, change: object) =>
    database.db.updateTable('users').set(change).where('id', '=', id).execute();
  async function found(q: string) {
    const list = { filters: { q }, sort: 'username', after: undefined, limit: 10 } as const;
    const users = await findUsers(database.db, list);
    return 'wrong' in users ? users : users.map(({ user }) => user.username);
  }
  const missing = async () =>
    (
      await database.db
        .selectFrom('user_search')
        .select('user_id')
        .where('text', 'is', null)
        .execute()
    ).length;

  test('new, changed and deleted users, also several in one statement', async () => {
    const id = await add('first', 'Шевченко Олена');
    await add('second', 'Шевченко Іван');
    expect(await found('шевч')).toEqual([]);
    expect([await texts.refresh(1), await texts.refresh(10), await texts.refresh(10)]).toEqual([
      1, 1, 0,
    ]);
    expect(await found('шевч')).toEqual(['first', 'second']);

    await set(id, { full_name: 'Коваль Олена' });
    expect([await found('шевч'), await missing()]).toEqual([['second'], 1]);
    await texts.refresh(10);
    expect([await found('шевч'), await found('коваль')]).toEqual([['second'], ['first']]);

    await database.db.deleteFrom('users').execute();
    expect(await found('коваль')).toEqual([]);
    expect(await database.db.selectFrom('user_search').select('user_id').execute()).toEqual([]);
    if (kind === 'sqlite')
      await sql`insert into user_search_index(user_search_index, rank) values ('integrity-check', 1)`.execute(
        database.db,
      );
  });

  test('the column of each searched field is watched, and no other', async () => {
    const id = await add('first', 'Шевченко Олена');
    await texts.refresh(10);
    await set(id, {
      password_hash: 'y',
      groups: '[]',
      disabled: 1,
      version: 2,
      full_name: 'Шевченко Олена',
    });
    expect(await missing()).toBe(0);
    for (const name of fieldsWith('searched', true)) {
      const column = columnOf[name];
      await set(id, { [column]: `zebra-${name}` });
      expect([column, await missing()]).toEqual([column, 1]);
      await texts.refresh(10);
      expect([column, await found(`zebra-${name}`)]).toEqual([column, [expect.any(String)]]);
    }
    for (const name of fieldsWith('searched', false)) {
      await set(id, { [columnOf[name]]: '{"other":"zebra"}' });
      expect([name, await missing()]).toEqual([name, 0]);
    }
  });

  test('a change while a text is being filled is not lost', async () => {
    const id = await add('first', 'Шевченко Олена');
    // the name changes between reading it and writing its text
    const read = await texts.readMissing(10);
    await set(id, { full_name: 'Коваль Олена' });
    await texts.fill(read);
    expect([await found('шевч'), await missing()]).toEqual([[], 1]);
    await texts.refresh(10);
    expect([await found('шевч'), await found('коваль')]).toEqual([[], ['first']]);
  });

  test('names are sorted before their texts are filled', async () => {
    for (const [index, name] of ['в', 'а', 'б'].entries()) await add(`user${index}`, name);
    const users = await findUsers(database.db, {
      filters: {},
      sort: 'fullName',
      after: undefined,
      limit: 10,
    });
    expect('wrong' in users ? users : users.map(({ user }) => user.fullName)).toEqual([
      'а',
      'б',
      'в',
    ]);
  });

  test('a renamed user is sorted by the new username, before the text is filled', async () => {
    const id = await add('first', 'Шевченко Олена');
    await add('second', 'Шевченко Іван');
    await set(id, { username: 'third', username_key: 'third' });
    const list = { filters: {}, sort: 'username', after: undefined, limit: 10 } as const;
    const users = await findUsers(database.db, list);
    expect('wrong' in users ? users : users.map(({ user }) => user.username)).toEqual([
      'second',
      'third',
    ]);
  });

  test('the job fills all texts, again after an error, and ends', async () => {
    for (let index = 0; index < 120; index += 1) await add(`user${index}`, 'Шевченко Олена');
    const lines: unknown[] = [];
    let failures = 1;
    const stop = startSearchJob(
      [(limit) => (failures-- > 0 ? Promise.reject(new Error('planted')) : texts.refresh(limit))],
      1,
      { warn: (_: unknown, line?: string) => void lines.push(line) },
    );
    await expect.poll(missing).toBe(0);
    await stop();
    expect(lines).toEqual(['users not indexed']);
  });
});
