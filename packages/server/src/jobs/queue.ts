// What is done after an answer has gone out: asks for letters are looked into, letters and notices sent. Each kind has
// a line of its own with turns by whoever asked, so nobody drowns what is done for another.

import type { Logger } from 'pino';
import { createFairQueue, type Requester } from './fair-queue.ts';

type Job = () => Promise<void>;

type Line = { most: number; atOnce: number; longestPauseMs: number };

const kinds = {
  /**
   * Most of them wait for the pause alone. Begun at once, it would hold up the request behind the answer, and tell by
   * that whether there was anything to do: nobody knows when within the pause it begins.
   */
  lookup: { most: 2000, atOnce: 200, longestPauseMs: 2000 },
  email: { most: 5000, atOnce: 2, longestPauseMs: 0 },
  /** That something has changed: never dropped. Each has cost a hash, so they do not come in floods. */
  notification: { most: Number.POSITIVE_INFINITY, atOnce: 2, longestPauseMs: 0 },
} satisfies Record<string, Line>;

export type JobKind = keyof typeof kinds;

/** A server for mail that is slow must not hold up a stop for hours. */
const mostAtStop = 100;

function createLine({ most, atOnce }: Line, work: (job: Job) => Promise<void>) {
  const waiting = createFairQueue<Job>(most);
  const workers = new Set<Promise<void>>();
  let inside = 0;
  let left = Number.POSITIVE_INFINITY;

  async function workThrough() {
    for (;;) {
      const job = left > 0 ? waiting.next() : undefined;
      if (!job) break;
      left -= 1;
      await work(job);
    }
    // in the same breath: whoever comes next must find either a worker or room for one
    inside -= 1;
  }

  return {
    workers,
    /** Answers with what has no place any more: another errand, or this one. */
    push(turn: Requester, job: Job): Job | undefined {
      const dropped = waiting.push(turn, job);
      if (inside < atOnce) {
        inside += 1;
        const worker = workThrough().finally(() => workers.delete(worker));
        workers.add(worker);
      }
      return dropped;
    },
    /** Takes so many more, and no others. */
    endAfter(count: number) {
      left = count;
    },
    /** How many will not be done. */
    giveUp: () => waiting.drain().length,
  };
}

/** `pause` waits so many milliseconds. */
export function createJobQueue(log: Pick<Logger, 'warn'>, pause: (ms: number) => Promise<unknown>) {
  function lineOf(line: Line) {
    return createLine(line, async (job) => {
      try {
        if (line.longestPauseMs > 0) await pause(Math.random() * line.longestPauseMs);
        await job();
      } catch (err) {
        log.warn({ err }, 'an errand has failed');
      }
    });
  }
  const lines = {
    lookup: lineOf(kinds.lookup),
    email: lineOf(kinds.email),
    notification: lineOf(kinds.notification),
  } satisfies Record<JobKind, unknown>;
  const workers = () => Object.values(lines).flatMap((line) => [...line.workers]);

  return {
    /** Does it when its turn comes. What goes wrong is logged. */
    add(kind: JobKind, turn: Requester, job: Job): void {
      const dropped = lines[kind].push(turn, job);
      if (dropped) log.warn({ kind }, 'too many errands at once: one is dropped');
    },

    /** At the end: when what was begun is done, all notices, and of the others those that come soon. */
    async stop(): Promise<void> {
      lines.lookup.endAfter(mostAtStop);
      lines.email.endAfter(mostAtStop);
      for (let all = workers(); all.length > 0; all = workers()) await Promise.all(all);
      const count = lines.lookup.giveUp() + lines.email.giveUp();
      if (count > 0) log.warn({ count }, 'errands are given up at the stop');
    },
  };
}

export type JobQueue = ReturnType<typeof createJobQueue>;
