// Deletes what has expired, in small steps, so that no request waits for it. Any number of nodes may do so.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Deletes up to `most` expired rows and tells how many. */
export type CleanupTask = (most: number) => Promise<number>;

const batch = 200;

/** Lets requests through between two steps: with SQLite a step never yields by itself. */
export async function runCleanup(
  cleanupTasks: readonly CleanupTask[],
  isStopped = () => false,
): Promise<number> {
  let total = 0;
  for (const deleteExpired of cleanupTasks) {
    let deleted = batch;
    while (deleted === batch && !isStopped()) {
      deleted = await deleteExpired(batch);
      total += deleted;
      await setImmediate();
    }
  }
  return total;
}

/** Sweeps every `intervalMs` until stopped. Failures are logged; the next round tries again. */
export function startCleanupJob(
  cleanupTasks: readonly CleanupTask[],
  intervalMs: number,
  log: Logger,
) {
  let round: Promise<void> | undefined;
  let stopped = false;
  const timer = setInterval(() => {
    round ??= runCleanup(cleanupTasks, () => stopped)
      .then((rows) => log.debug({ rows }, 'swept'))
      .catch((err: unknown) => log.warn({ err }, 'sweep failed'))
      .finally(() => {
        round = undefined;
      });
  }, intervalMs);
  timer.unref();
  return async function stop() {
    stopped = true;
    clearInterval(timer);
    await round;
  };
}
