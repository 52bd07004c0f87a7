// Deletes what has expired, in small steps, so that no request waits for it. Any number of nodes may do so.

import type { Logger } from 'pino';

/** Deletes up to `most` expired rows and tells how many. */
export type Sweep = (most: number) => Promise<number>;

const batch = 200;

export async function sweepAll(sweeps: readonly Sweep[]): Promise<number> {
  let total = 0;
  for (const sweep of sweeps) {
    let deleted: number;
    do {
      deleted = await sweep(batch);
      total += deleted;
    } while (deleted === batch);
  }
  return total;
}

/** Sweeps every `intervalMs` until stopped. Failures are logged; the next round tries again. */
export function startSweeper(sweeps: readonly Sweep[], intervalMs: number, log: Logger) {
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    round ??= sweepAll(sweeps)
      .then((rows) => log.debug({ rows }, 'swept'))
      .catch((err: unknown) => log.warn({ err }, 'sweep failed'))
      .finally(() => {
        round = undefined;
      });
  }, intervalMs);
  timer.unref();
  return async function stop() {
    clearInterval(timer);
    await round;
  };
}
