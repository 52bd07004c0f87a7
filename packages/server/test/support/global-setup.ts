// Starts one PostgreSQL for the whole test run, and creates what tests copy or share: migrated databases and a web build.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../../scripts/environment/postgres.ts';
import { connect, type DatabaseAddress } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createPostgresDatabase, type DatabaseTemplates } from './templates.ts';
import { writeWebBuild } from './web-build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    databaseTemplates: DatabaseTemplates;
    /** The files of the web application for tests. */
    webBuildFolder: string;
    /** 0 in the usual run. */
    fuzzMinutes: number;
    /** Whether random tests have many runs, and the tests of tests run. */
    isThorough: boolean;
  }
}

async function migrateDatabase(address: DatabaseAddress) {
  const db = await connect(address, () => undefined);
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
  const webBuildFolder = writeWebBuild();
  project.provide('databaseTemplates', templates);
  project.provide('webBuildFolder', webBuildFolder);
  return async () => {
    await postgres.stop();
    for (const one of [folder, webBuildFolder]) rmSync(one, { recursive: true });
  };
}
