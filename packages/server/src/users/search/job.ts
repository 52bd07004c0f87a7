// Fills missing search texts in the background, in small batches. Texts are missing after an upgrade, and of users whom another process
// has written.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startRepeating } from '../../jobs/repeating.ts';

/** SQLite runs a batch without yielding. */
const batchSize = 50;

/** Runs at once and every `intervalMs` until stopped. Logs failures; the next run tries again. */
export function startSearchJob(
  refresh: (limit: number) => Promise<number>,
  intervalMs: number,
  log: Pick<Logger, 'warn'>,
) {
  return startRepeating({
    intervalMs,
    startsNow: true,
    async work(isStopped) {
      let filled = batchSize;
      while (filled === batchSize && !isStopped()) {
        filled = await refresh(batchSize);
        await setImmediate();
      }
    },
    onFailure: (err) => log.warn({ err }, 'users not indexed'),
  });
}
