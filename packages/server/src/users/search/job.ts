// Keeps what lists of users are searched, filtered and sorted by, in small batches: missing search texts and the last sign-ins. Texts are
// missing after an upgrade, and of users whom another process has written.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startRepeating } from '../../jobs/repeating.ts';

/** SQLite runs a batch without yielding. */
const batchSize = 50;

/** Does up to `limit` of its work and returns how much was done. */
export type Refresh = (limit: number) => Promise<number>;

/** Runs at once and every `intervalMs` until stopped. Logs failures; the next run tries again. */
export function startSearchJob(
  refreshes: readonly Refresh[],
  intervalMs: number,
  log: Pick<Logger, 'warn'>,
) {
  return startRepeating({
    intervalMs,
    startsNow: true,
    async work(isStopped) {
      for (const refresh of refreshes) {
        let done = batchSize;
        while (done === batchSize && !isStopped()) {
          done = await refresh(batchSize);
          await setImmediate();
        }
      }
    },
    onFailure: (err) => log.warn({ err }, 'users not indexed'),
  });
}
