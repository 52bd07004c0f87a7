// Fills missing search texts in the background, in small batches. Texts are missing after an upgrade, and of users whom another process
// has written.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';

/** SQLite runs a batch without yielding. */
const batchSize = 50;

/** Runs at once and every `intervalMs` until stopped. Logs failures; the next run tries again. */
export function startSearchJob(
  refresh: (limit: number) => Promise<number>,
  intervalMs: number,
  log: Pick<Logger, 'warn'>,
) {
  let stopped = false;
  async function fill() {
    let filled = batchSize;
    while (filled === batchSize && !stopped) {
      filled = await refresh(batchSize);
      await setImmediate();
    }
  }
  let run: Promise<void> | undefined;
  function start() {
    run ??= fill()
      .catch((err: unknown) => log.warn({ err }, 'users not indexed'))
      .finally(() => {
        run = undefined;
      });
  }
  const timer = setInterval(start, intervalMs);
  timer.unref();
  start();
  return async function stop() {
    stopped = true;
    clearInterval(timer);
    await run;
  };
}
