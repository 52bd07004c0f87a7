import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { readConfig } from '../app/config.ts';
import { createLogger } from '../http/log.ts';
import { openDatabase } from './open.ts';

describe.each(databaseKinds)('a database of a newer release, on %s', (kind) => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'brama-newer-'));
    database = await makeDatabase(kind);
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is rejected at once with the reason, and stays unchanged', async () => {
    const migration = sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`;
    await migration.execute(database.db);
    const { address } = database;
    const env: Record<string, string> =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
        : { DATA_DIR: dirname(address.sqliteFile) };
    const opening = openDatabase(
      readConfig(env, () => ''),
      createLogger('silent'),
    );
    await expect(opening).rejects.toThrow(
      /^(DATABASE_URL|DATA_DIR): a newer version of Brama has upgraded the database \(migration 9999-newer\): /,
    );
    const applied = sql<{ name: string }>`select name from kysely_migration order by name desc`;
    expect((await applied.execute(database.db)).rows[0]).toEqual({ name: '9999-newer' });
  });
});
