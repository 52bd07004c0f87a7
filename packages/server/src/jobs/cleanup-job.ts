// Deletes expired rows in small batches, so that no request waits for it. Several nodes may do so at the same time.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startRepeating } from './repeating.ts';

/** Deletes up to `limit` expired rows and returns how many. */
export type CleanupTask = (limit: number) => Promise<number>;

const batchSize = 200;

/**
 * Serves requests between two batches, because SQLite runs a batch without yielding. Logs a task that fails, and goes on with the others.
 * Returns the number of deleted rows.
 */
export async function runCleanup(
  cleanupTasks: readonly CleanupTask[],
  log: Pick<Logger, 'warn'>,
  isStopped = () => false,
): Promise<number> {
  let total = 0;
  for (const deleteExpired of cleanupTasks) {
    let deleted = batchSize;
    while (deleted === batchSize && !isStopped()) {
      try {
        deleted = await deleteExpired(batchSize);
      } catch (err) {
        log.warn({ err }, 'cleanup failed');
        break;
      }
      total += deleted;
      await setImmediate();
    }
  }
  return total;
}

/** Runs the cleanup every `intervalMs` until stopped. The next run tries again what failed. */
export function startCleanupJob(
  cleanupTasks: readonly CleanupTask[],
  intervalMs: number,
  log: Logger,
) {
  return startRepeating({
    intervalMs,
    async work(isStopped) {
      const rows = await runCleanup(cleanupTasks, log, isStopped);
      log.debug({ rows }, 'expired rows deleted');
    },
    onFailure: (err) => log.warn({ err }, 'cleanup failed'),
  });
}
