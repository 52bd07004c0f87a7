// Starts one PostgreSQL for the whole test run, and creates the migrated databases that tests copy.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../../scripts/environment/postgres.ts';
import { connect, type DatabaseAddress } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createPostgresDatabase, type DatabaseTemplates } from './templates.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    databaseTemplates: DatabaseTemplates;
    /** 0 in the usual run. */
    fuzzMinutes: number;
  }
}

async function migrateDatabase(address: DatabaseAddress) {
  const db = connect(address, () => undefined);
  await migrate(db);
  await db.destroy();
}

export async function setup(project: TestProject) {
  const postgres = await startPostgres({ inMemory: true });
  const folder = mkdtempSync(join(tmpdir(), 'brama-template-'));
  const templates = { sqliteFile: join(folder, 'brama.sqlite'), postgresName: 'migrated' };
  const postgresUrl = await createPostgresDatabase(postgres.url, templates.postgresName);
  await Promise.all([migrateDatabase(templates), migrateDatabase({ postgresUrl })]);
  project.provide('postgresUrl', postgres.url);
  project.provide('databaseTemplates', templates);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  };
}
