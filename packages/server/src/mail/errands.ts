// What is done after an answer has gone out, so that its time tells nothing. Bounded: a flood is dropped, and said so.

import type { Logger } from 'pino';

const most = 100;

export function createErrands(log: Pick<Logger, 'warn'>) {
  const underWay = new Set<Promise<void>>();
  return {
    /** Begins it soon. What goes wrong is logged. */
    begin(errand: () => Promise<void>): void {
      if (underWay.size >= most) {
        log.warn('too many errands at once: one is dropped');
        return;
      }
      const running = new Promise<void>((resolve) => setImmediate(resolve))
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
