// Beyond a rate people are served later rather than refused: in the order they came, while the wait is one that a
// person bears. Whoever asks without end waits behind themselves; those in the line cost the database nothing.

import { type Rate, rateParameters } from './limit.ts';
import type { RateLimits } from './store.ts';

type Deps = {
  limits: Pick<RateLimits, 'take'>;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

type Counted = { limit: Rate; subject: string };
type Line = { length: number; last: Promise<unknown> };

const longestMs = 10_000;

export function createQueuedRateLimit({ limits, pause }: Deps) {
  const lines = new Map<string, Line>();

  /** At the head of the line. */
  async function whenFree(counted: Counted): Promise<number> {
    let waited = 0;
    for (;;) {
      const wait = await limits.take(counted);
      if (wait === 0 || waited + wait > longestMs) return wait;
      await pause(wait);
      waited += wait;
    }
  }

  async function joinLine(id: string, counted: Counted): Promise<number> {
    const line = lines.get(id) ?? { length: 0, last: Promise.resolve() };
    if (line.length >= longestMs / rateParameters(counted.limit).intervalMs) return longestMs;
    lines.set(id, line);
    line.length += 1;
    const turn = line.last.then(() => whenFree(counted));
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(id);
    }
  }

  /** Counts one as soon as it is free. Answers with the milliseconds to wait where that is too long, else 0. */
  return async function take(counted: Counted): Promise<number> {
    const id = `${counted.limit.name} ${counted.subject}`;
    if (!lines.has(id)) {
      const wait = await limits.take(counted);
      if (wait === 0 || wait > longestMs) return wait;
    }
    return joinLine(id, counted);
  };
}
