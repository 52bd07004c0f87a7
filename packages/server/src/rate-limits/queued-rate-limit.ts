// Delays requests above a rate instead of rejecting them: in the order of arrival, for at most ten seconds. Only the
// first request of a queue asks the database.

import { type Rate, rateParameters } from './limit-kinds.ts';
import type { RateLimits } from './rate-limits.ts';

type Deps = {
  limits: Pick<RateLimits, 'take'>;
  /** Waits for this many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

type Counter = { limit: Rate; subject: string };
type Queue = { length: number; last: Promise<unknown> };

const maxWaitMs = 10_000;

export function createQueuedRateLimit({ limits, pause }: Deps) {
  const queues = new Map<string, Queue>();

  async function takeWhenAllowed(counter: Counter): Promise<number> {
    let waited = 0;
    for (;;) {
      const wait = await limits.take(counter);
      if (wait === 0 || waited + wait > maxWaitMs) return wait;
      await pause(wait);
      waited += wait;
    }
  }

  async function joinQueue(id: string, counter: Counter): Promise<number> {
    const queue = queues.get(id) ?? { length: 0, last: Promise.resolve() };
    if (queue.length >= maxWaitMs / rateParameters(counter.limit).intervalMs) return maxWaitMs;
    queues.set(id, queue);
    queue.length += 1;
    const turn = queue.last.then(() => takeWhenAllowed(counter));
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(id);
    }
  }

  /** Counts one attempt as soon as it is allowed and returns 0. Returns the milliseconds to wait if that is too long. */
  return async function take(counter: Counter): Promise<number> {
    const id = `${counter.limit.name} ${counter.subject}`;
    if (!queues.has(id)) {
      const wait = await limits.take(counter);
      if (wait === 0 || wait > maxWaitMs) return wait;
    }
    return joinQueue(id, counter);
  };
}
