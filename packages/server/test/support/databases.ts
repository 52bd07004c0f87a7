// Fresh, migrated databases for tests, on SQLite and PostgreSQL.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import {
  connect,
  type Database,
  type DatabaseAddress,
  type PostgresLimits,
} from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export type TestDatabase = {
  db: Database;
  address: DatabaseAddress;
  /** A second connection to the same database, as another node has. */
  again(): Database;
  close(): Promise<void>;
};

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makePlace(kind: DatabaseKind, postgresUrl: string) {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'brama-test-'));
    return {
      address: { sqliteFile: join(folder, 'brama.sqlite') },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onPostgres(postgresUrl, (client) =>
    client.query(`create database ${name} template template0 strategy file_copy`),
  );
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return {
    address: { postgresUrl: url.href },
    remove: () =>
      onPostgres(postgresUrl, async (client) => {
        await client.query(`drop database ${name} with (force)`);
      }),
  };
}

/** For tests that need their own PostgreSQL, or other timeouts. */
type DatabaseOptions = { postgresUrl?: string; limits?: PostgresLimits };

/** Opens a database in which nothing has been created yet. */
export async function makeEmptyDatabase(
  kind: DatabaseKind,
  { postgresUrl = inject('postgresUrl'), limits }: DatabaseOptions = {},
): Promise<TestDatabase> {
  const { address, remove } = await makePlace(kind, postgresUrl);
  const opened: Database[] = [];
  const open = () => {
    const db = connect(address, () => undefined, limits);
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

export async function makeDatabase(
  kind: DatabaseKind,
  options?: DatabaseOptions,
): Promise<TestDatabase> {
  const database = await makeEmptyDatabase(kind, options);
  await migrate(database.db);
  return database;
}
