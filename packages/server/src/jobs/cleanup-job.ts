// Deletes expired rows in small batches, so that no request waits for it. Several nodes may do so at the same time.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Deletes up to `limit` expired rows and returns how many. */
export type CleanupTask = (limit: number) => Promise<number>;

const batchSize = 200;

/** Serves requests between two batches, because SQLite runs a batch without yielding. Returns the number of deleted rows. */
export async function runCleanup(
  cleanupTasks: readonly CleanupTask[],
  isStopped = () => false,
): Promise<number> {
  let total = 0;
  for (const deleteExpired of cleanupTasks) {
    let deleted = batchSize;
    while (deleted === batchSize && !isStopped()) {
      deleted = await deleteExpired(batchSize);
      total += deleted;
      await setImmediate();
    }
  }
  return total;
}

/** Runs the cleanup every `intervalMs` until stopped. Logs failures; the next run tries again. */
export function startCleanupJob(
  cleanupTasks: readonly CleanupTask[],
  intervalMs: number,
  log: Logger,
) {
  let run: Promise<void> | undefined;
  let stopped = false;
  const timer = setInterval(() => {
    run ??= runCleanup(cleanupTasks, () => stopped)
      .then((rows) => log.debug({ rows }, 'expired rows deleted'))
      .catch((err: unknown) => log.warn({ err }, 'cleanup failed'))
      .finally(() => {
        run = undefined;
      });
  }, intervalMs);
  timer.unref();
  return async function stop() {
    stopped = true;
    clearInterval(timer);
    await run;
  };
}
