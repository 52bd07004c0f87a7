// The database remembers that a user has or had the role administrator.

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { addUser } from '../../../test/support/world.ts';
import { findFact } from '../../database/installation.ts';
import { up } from '../../database/migrations/0058-first-administrator.ts';
import { inChange } from '../../events/change.ts';
import { EventStore } from '../../events/store.ts';
import { createLogger } from '../../http/log.ts';
import { grantRole, removeRoles } from './role-store.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  let userId: string;
  beforeEach(async () => {
    database = await makeDatabase(kind);
    userId = await addUser(database.db, { username: 'olena' }, 'hash');
  });
  afterEach(() => database.close());

  const fact = () => findFact(database.db, 'administrator');

  test('only this role is remembered, also after the user has lost it', async () => {
    const { db } = database;
    await grantRole(db, { userId, role: 'operator', at: 1 });
    expect(await fact()).toBeUndefined();
    await grantRole(db, { userId, role: 'administrator', at: 1 });
    await removeRoles(db, userId, ['administrator']);
    expect(await fact()).toBe('1');
  });

  async function migrateAgain() {
    const { db } = database;
    // of the later migrations
    const later = [
      'import_invitations',
      'import_files',
      'import_rows',
      'imports',
      'sourced_users',
      'source_links',
      'sources',
    ];
    for (const table of later) await db.schema.dropTable(table).execute();
    await sql`delete from installation where name = 'administrator'`.execute(db);
    await up(db);
  }

  test('the migration of a database without administrators records nothing', async () => {
    await grantRole(database.db, { userId, role: 'operator', at: 1 });
    await migrateAgain();
    expect(await fact()).toBeUndefined();
  });

  test('the migration records an administrator', async () => {
    await grantRole(database.db, { userId, role: 'administrator', at: 1 });
    await migrateAgain();
    expect(await fact()).toBe('1');
  });

  test('the migration records a former administrator, whom an event names', async () => {
    const { db } = database;
    const deps = { events: new EventStore(db, Date.now) };
    const log = createLogger('silent');
    await inChange(db, deps, { actor: 'administrator', log }, ({ record }) =>
      record({ type: 'role.granted', userId, role: 'administrator' }),
    );
    await migrateAgain();
    expect(await fact()).toBe('1');
  });
});
