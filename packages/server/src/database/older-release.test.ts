// A database of a release before 0.7.0, or one that no release has left so, is refused with the reason, and stays unchanged.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  databaseKinds,
  makeDatabase,
  makeEmptyDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { readConfig } from '../app/config.ts';
import { createLogger } from '../http/log.ts';
import { migrate } from './migrate.ts';
import { baseline, migrations } from './migrations.ts';
import { openDatabase, openForCommand } from './open.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'brama-older-'));
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function namesOfMigrations() {
    const { rows } = await sql<{
      name: string;
    }>`select name from kysely_migration order by name`.execute(database.db);
    return rows.map(({ name }) => name);
  }

  async function expectRefusal(reason: RegExp) {
    const { address } = database;
    const env: Record<string, string> =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
        : { DATA_DIR: dirname(address.sqliteFile) };
    const config = readConfig(env, () => '');
    const log = createLogger('silent');
    await expect(openDatabase(config, log)).rejects.toThrow(reason);
    await expect(openForCommand(config, log)).rejects.toThrow(reason);
  }

  test.each([baseline[0], baseline.at(-2)])('one whose newest migration is %s', async (newest) => {
    database = await makeDatabase(kind);
    await sql`delete from kysely_migration where name > ${newest}`.execute(database.db);
    await expectRefusal(
      new RegExp(
        `^DAT\\w+: the database is of a release before 0.7.0 \\(its newest migration is ${newest}\\): back it up and start release 0.8.0 on it once`,
      ),
    );
    expect((await namesOfMigrations()).at(-1)).toBe(newest);
  });

  test('one that lacks a migration before the newest', async () => {
    database = await makeDatabase(kind);
    await sql`delete from kysely_migration where name = '0020-group-titles'`.execute(database.db);
    const before = await namesOfMigrations();
    await expectRefusal(
      /the database is damaged or not one of Brama \(the migration 00\S+ is applied, but not 0020-group-titles\)/,
    );
    expect(await namesOfMigrations()).toEqual(before);
  });

  test('one with a table of users and without a list of migrations', async () => {
    database = await makeEmptyDatabase(kind);
    await sql`create table users (id text)`.execute(database.db);
    await expectRefusal(/there is a table of users, but no list of migrations/);
  });

  test('a migration that fails leaves nothing behind', async () => {
    database = await makeEmptyDatabase(kind);
    await sql`create table cas_tickets (id text)`.execute(database.db);
    await expect(migrate(database.db)).rejects.toThrow('cas_tickets');
    await sql`drop table cas_tickets`.execute(database.db);
    expect((await migrate(database.db)).applied).toEqual(Object.keys(migrations));
  });
});
