// Only the server and `migrate` create a database or change its schema. Other commands refuse a place without a database and a
// schema of another release.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandContext } from '../../test/support/command-context.ts';
import {
  databaseKinds,
  makeDatabase,
  makeEmptyDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { type FullConfig, readConfig } from '../app/config.ts';
import { migrations } from '../database/migrations.ts';
import { runAdmin } from './admin.ts';
import { runApply } from './apply.ts';
import { runExport } from './export.ts';
import { runKeys } from './keys.ts';
import { runMigrate } from './migrate.ts';
import { runRegistrations } from './registrations.ts';
import { runSessions } from './sessions.ts';
import { runUsers } from './users.ts';

let folder: string;
let printed: string[];
const commands: [string, (config: FullConfig) => Promise<number>][] = [
  ['admin list', (config) => runAdmin(['list'], commandContext(config))],
  ['apply --dry-run', (config) => runApply(['missing.yaml', '--dry-run'], config, folder)],
  ['export', (config) => runExport(['--output', 'backup.json'], config, folder)],
  ['keys list', (config) => runKeys(['list'], commandContext(config))],
  ['registrations list', (config) => runRegistrations(['list'], config)],
  ['sessions list', (config) => runSessions(['list', 'o.shevchenko'], commandContext(config))],
  ['users factors', (config) => runUsers(['factors', 'o.shevchenko'], commandContext(config))],
];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-schema-'));
  printed = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((text) => void printed.push(`${text}`));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const configWith = (env: Record<string, string>) =>
  readConfig({ LOG_LEVEL: 'silent', ...env }, () => '');

test.each(commands)(
  '%s refuses a folder without a database, and creates nothing',
  async (_, run) => {
    const missing = join(folder, 'typo');
    await expect(run(configWith({ DATA_DIR: missing }))).rejects.toThrow(
      `DATA_DIR: there is no database in ${missing}: `,
    );
    expect([existsSync(missing), existsSync(join(folder, 'backup.json')), printed]).toEqual([
      false,
      false,
      [],
    ]);
  },
);

test('migrate creates the database', async () => {
  const config = configWith({ DATA_DIR: join(folder, 'new') });
  expect(await runMigrate([], config)).toBe(0);
  expect(await runMigrate([], config)).toBe(0);
  expect(printed).toEqual([
    `Applied ${Object.keys(migrations).join(', ')}.`,
    'The schema is up to date.',
  ]);
  expect(await runAdmin(['list'], commandContext(config))).toBe(0);
});

test('an older schema is refused, and migrate brings it up to date', async () => {
  const names = Object.keys(migrations);
  const last = names.at(-1);
  const { db, address, close } = await makeEmptyDatabase('sqlite');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo(names.at(-2) ?? '')).error).toBeUndefined();
  const dataDir = 'sqliteFile' in address ? dirname(address.sqliteFile) : '';
  const config = configWith({ DATA_DIR: dataDir });
  for (const [, run] of commands)
    await expect(run(config)).rejects.toThrow(
      `the schema of the database is older than this release (migration ${last} is missing)`,
    );
  expect(await runMigrate([], config)).toBe(0);
  expect(printed.at(-1)).toBe(`Applied ${last}.`);
  expect(await runAdmin(['list'], commandContext(config))).toBe(0);
  await close();
});

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  afterEach(() => database.close());

  function config(env: Record<string, string> = {}) {
    const { address } = database;
    return 'postgresUrl' in address
      ? configWith({ DATABASE_URL: address.postgresUrl, DATA_DIR: folder, ...env })
      : configWith({ DATA_DIR: dirname(address.sqliteFile), ...env });
  }

  test('an empty database is refused', async () => {
    database = await makeEmptyDatabase(kind);
    await sql`select 1`.execute(database.db);
    await expect(runKeys(['list'], commandContext(config()))).rejects.toThrow(
      'the database has no tables yet',
    );
  });

  test('the address of the owner takes the place of that of the server', async () => {
    database = await makeDatabase(kind);
    const { address } = database;
    if (!('postgresUrl' in address)) return;
    const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
    const env = { DATABASE_URL: nowhere, DATABASE_OWNER_URL: address.postgresUrl };
    expect(await runMigrate([], configWith(env))).toBe(0);
    const wrong = { DATABASE_URL: address.postgresUrl, DATABASE_OWNER_URL: nowhere };
    await expect(runMigrate([], configWith(wrong))).rejects.toThrow(
      'DATABASE_OWNER_URL: cannot open the database (ECONNREFUSED)',
    );
  });
});
