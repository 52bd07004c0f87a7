// Fresh, migrated databases for tests, on both kinds.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, type Database, type DatabaseAddress } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export type TestDatabase = {
  db: Database;
  address: DatabaseAddress;
  /** A second connection to the same database, as another node has. */
  again(): Database;
  close(): Promise<void>;
};

async function onPostgres<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makePlace(kind: DatabaseKind) {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'brama-test-'));
    return {
      address: { sqliteFile: join(folder, 'brama.sqlite') },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onPostgres((client) =>
    client.query(`create database ${name} template template0 strategy file_copy`),
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    address: { postgresUrl: url.href },
    remove: () =>
      onPostgres(async (client) => {
        await client.query(`drop database ${name} with (force)`);
      }),
  };
}

export async function makeDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const { address, remove } = await makePlace(kind);
  const opened: Database[] = [];
  const open = () => {
    const db = connect(address, () => undefined);
    opened.push(db);
    return db;
  };
  const db = open();
  await migrate(db);
  return {
    db,
    address,
    again: open,
    async close() {
      for (const one of opened) await one.destroy();
      await remove();
    },
  };
}
