// What is done some time after an answer has gone out. Neither the answer nor the requests behind it take longer for
// it: begun at once, it would hold up the next one, and tell by that whether there was anything to do. Bounded: a
// flood is dropped, and said so.

import type { Logger } from 'pino';

const most = 1000;
/** Nobody knows when within it an errand begins. */
const longestPauseMs = 2000;

/** `pause` waits so many milliseconds. */
export function createErrands(log: Pick<Logger, 'warn'>, pause: (ms: number) => Promise<unknown>) {
  const underWay = new Set<Promise<void>>();
  return {
    /** Begins it soon. What goes wrong is logged. */
    begin(errand: () => Promise<void>): void {
      if (underWay.size >= most) {
        log.warn('too many errands at once: one is dropped');
        return;
      }
      const running = pause(Math.random() * longestPauseMs)
        .then(errand)
        .catch((err: unknown) => log.warn({ err }, 'an errand has failed'))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },

    /** When all that was begun is done. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

export type Errands = ReturnType<typeof createErrands>;
