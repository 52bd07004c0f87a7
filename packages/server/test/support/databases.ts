// Fresh, migrated databases for tests, on SQLite and PostgreSQL.

import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { folderInMemory } from '../../../../scripts/environment/memory-folder.ts';
import {
  type ConnectionOptions,
  type Database,
  type DatabaseAddress,
  loadDriver,
} from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import {
  addressOf,
  createPostgresDatabase,
  type DatabaseTemplates,
  onPostgres,
  PostgresCopies,
} from './templates.ts';

/** For what the database decides: stores, migrations, one-time use, races, locks, `apply`, erasure, lifecycle. */
export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/**
 * Describes rules that the database hardly decides. `npm test` runs them on SQLite, and on PostgreSQL only the tests with the tag
 * `race`; `npm run test:all` runs all on both.
 */
export function describeOnDatabases(name: string, define: (kind: DatabaseKind) => void) {
  for (const kind of databaseKinds)
    describe(`${name}, on ${kind}`, { tags: kind === 'postgres' ? 'postgres' : [] }, () =>
      define(kind),
    );
}

export type TestDatabase = {
  db: Database;
  address: DatabaseAddress;
  /** A second connection to the same database, as another node has. */
  again(): Database;
  close(): Promise<void>;
};

/** Address of a PostgreSQL → copies of its migrated database; one for each worker. */
const copiesByUrl = new Map<string, Promise<PostgresCopies>>();

/** The PostgreSQL that all tests share has a migrated database; in another, the first test makes it. */
async function openCopies(postgresUrl: string): Promise<PostgresCopies> {
  const { postgresName } = inject('databaseTemplates');
  if (postgresUrl !== inject('postgresUrl')) {
    const address = await createPostgresDatabase(postgresUrl, postgresName);
    const db = (await loadDriver({ postgresUrl: address }))(() => undefined);
    await migrate(db);
    await db.destroy();
  }
  return new PostgresCopies(postgresUrl, postgresName);
}

/** Creates an empty database, or a copy of the template. */
async function makePlace(kind: DatabaseKind, postgresUrl: string, template?: DatabaseTemplates) {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(folderInMemory(), 'brama-test-'));
    const sqliteFile = join(folder, 'brama.sqlite');
    if (template) copyFileSync(template.sqliteFile, sqliteFile);
    return {
      address: { sqliteFile },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  if (template) {
    const opening = copiesByUrl.get(postgresUrl) ?? openCopies(postgresUrl);
    copiesByUrl.set(postgresUrl, opening);
    const copies = await opening;
    const { name, address } = await copies.take();
    return { address: { postgresUrl: address }, remove: async () => copies.remove(name) };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  const address = await createPostgresDatabase(postgresUrl, name);
  return {
    address: { postgresUrl: address },
    remove: () =>
      onPostgres(postgresUrl, async (client) => {
        await client.query(`drop database ${name} with (force)`);
      }),
  };
}

/** For tests that need their own PostgreSQL, or other timeouts. */
type DatabaseOptions = { postgresUrl?: string; limits?: ConnectionOptions };

async function openDatabase(
  kind: DatabaseKind,
  { postgresUrl = inject('postgresUrl'), limits }: DatabaseOptions,
  template?: DatabaseTemplates,
): Promise<TestDatabase> {
  const { address, remove } = await makePlace(kind, postgresUrl, template);
  const opened: Database[] = [];
  const connect = await loadDriver(address);
  const open = () => {
    const db = connect(() => undefined, limits);
    opened.push(db);
    return db;
  };
  return {
    db: open(),
    address,
    again: open,
    async close() {
      for (const one of opened) await one.destroy();
      await remove();
    },
  };
}

/** Puts a migrated SQLite database into a folder that is a DATA_DIR. Creates the folder. */
export function putDatabase(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(inject('databaseTemplates').sqliteFile, join(dataDir, 'brama.sqlite'));
}

/** Opens a database in which nothing has been created yet. */
export const makeEmptyDatabase = (kind: DatabaseKind, options: DatabaseOptions = {}) =>
  openDatabase(kind, options);

/** Works with an empty database of PostgreSQL that was created with these options, such as an encoding. */
export async function withPostgresOf(options: string, work: (url: string) => Promise<void>) {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const postgresUrl = inject('postgresUrl');
  const run = (statement: string) =>
    onPostgres(postgresUrl, async (client) => {
      await client.query(statement);
    });
  await run(`create database ${name} template template0 ${options}`);
  try {
    await work(addressOf(postgresUrl, name));
  } finally {
    await run(`drop database ${name} with (force)`);
  }
}

/** Opens a migrated database: a copy of the template. */
export const makeDatabase = (
  kind: DatabaseKind,
  options: DatabaseOptions = {},
): Promise<TestDatabase> => openDatabase(kind, options, inject('databaseTemplates'));
