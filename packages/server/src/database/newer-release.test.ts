import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { makeWorld } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { createLogger } from '../http/log.ts';
import { openDatabase, openForCommand } from './open.ts';

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

  function configOf() {
    const { address } = database;
    const env: Record<string, string> =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
        : { DATA_DIR: dirname(address.sqliteFile) };
    return readConfig(env, () => '');
  }

  /** Does what a newer release does when it migrates. */
  async function applyInvented(name: string, onlyAdds: boolean) {
    const { db } = database;
    await sql.raw(`create table ${name} (id text primary key)`).execute(db);
    await sql.raw(`alter table users add column ${name} text`).execute(db);
    await sql`insert into kysely_migration (name, timestamp) values (${`9999-${name}`}, '')`.execute(
      db,
    );
    await sql`insert into migration_marks (name, only_adds) values (${`9999-${name}`}, ${Number(onlyAdds)})`.execute(
      db,
    );
  }

  test('is used by the server and by commands if its migrations only add', async () => {
    await applyInvented('invented', true);
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    await (await openDatabase(configOf(), log)).destroy();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', migrations: ['9999-invented'] },
    ]);
    await (await openForCommand(configOf(), log)).destroy();
    const world = await makeWorld(kind, {}, undefined, database);
    expect(await world.signIn()).toContain('brama_session=');
    await world.server.close();
  });

  test('is rejected if one of its migrations does more', async () => {
    await applyInvented('invented', true);
    await applyInvented('breaking', false);
    const reason = /\(migration 9999-breaking\): start that version/;
    const log = createLogger('silent');
    await expect(openDatabase(configOf(), log)).rejects.toThrow(reason);
    await expect(openForCommand(configOf(), log)).rejects.toThrow(reason);
  });

  test('is rejected at once with the reason, and stays unchanged', async () => {
    const migration = sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`;
    await migration.execute(database.db);
    const opening = openDatabase(configOf(), createLogger('silent'));
    await expect(opening).rejects.toThrow(
      /^(DATABASE_URL|DATA_DIR): a newer version of Brama has upgraded the database \(migration 9999-newer\): /,
    );
    const applied = sql<{ name: string }>`select name from kysely_migration order by name desc`;
    expect((await applied.execute(database.db)).rows[0]).toEqual({ name: '9999-newer' });
  });
});
