// Looks every second for running bulk changes, and runs them in turn. A bulk change outlives the request that started it, and the server.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/connect.ts';
import { startRepeating } from '../../jobs/repeating.ts';
import { runningIds } from './bulk-store.ts';
import type { BulkJobDeps } from './run-bulk-change.ts';

const intervalMs = 1000;

/** Runs all running bulk changes to their end. */
export async function runBulkChanges(deps: BulkJobDeps, isStopped = () => false): Promise<void> {
  let ids = await runningIds(deps.db);
  if (ids.length === 0) return;
  // most processes never run one
  const { runBulkChange } = await import('./run-bulk-change.ts');
  while (ids.length > 0 && !isStopped()) {
    const unfinished: string[] = [];
    for (const id of ids) {
      if (isStopped()) return;
      if (await runBulkChange(deps, id)) unfinished.push(id);
      await setImmediate();
    }
    ids = unfinished;
  }
}

/** Runs until stopped. Logs the first of several failures; the next run tries again. */
export function startBulkJob(deps: BulkJobDeps & { db: Database; log: Logger }) {
  let hasFailed = false;
  return startRepeating({
    intervalMs,
    async work(isStopped) {
      await runBulkChanges(deps, isStopped);
      hasFailed = false;
    },
    onFailure(err) {
      if (!hasFailed) deps.log.warn({ err }, 'bulk changes failed');
      hasFailed = true;
    },
  });
}
