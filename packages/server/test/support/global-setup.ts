// Starts one PostgreSQL for the whole test run; each test creates its own databases in it.

import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../../scripts/environment/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** 0 in the usual run. */
    fuzzMinutes: number;
  }
}

export async function setup(project: TestProject) {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
