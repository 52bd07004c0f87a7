import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { addUser } from '../../test/support/world.ts';
import { UserStore } from './store.ts';

describe.each(databaseKinds)('the sample of stored password hashes, on %s', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await makeDatabase(kind);
  });
  afterEach(() => database.close());

  test('covers the whole range of user ids and only users with a password', async () => {
    for (let i = 0; i < 40; i += 1)
      await addUser(database.db, { username: `u-${i}`, passwordHash: `hash ${i}` }, '');
    await addUser(database.db, { username: 'none', passwordHash: null }, '');
    const users = new UserStore(database.db);
    const hashes = await users.sampleHashes();
    expect(hashes.toSorted()).toEqual(Array.from({ length: 40 }, (_, i) => `hash ${i}`).toSorted());
    expect(await users.sampleHashes()).toEqual(hashes);
  });
});
