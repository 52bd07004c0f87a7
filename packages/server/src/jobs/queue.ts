// What is done after an answer has gone out: asks for letters are looked into, letters and notices sent. Each kind has
// a line of its own with turns by whoever asked, so nobody drowns what is done for another.

import type { Logger } from 'pino';
import { createFairQueue, type Turn } from './fair-queue.ts';

type Errand = () => Promise<void>;

type Line = { most: number; atOnce: number; longestPauseMs: number };

const kinds = {
  /**
   * Most of them wait for the pause alone. Begun at once, it would hold up the request behind the answer, and tell by
   * that whether there was anything to do: nobody knows when within the pause it begins.
   */
  ask: { most: 2000, atOnce: 200, longestPauseMs: 2000 },
  letter: { most: 5000, atOnce: 2, longestPauseMs: 0 },
  /** That something has changed: never dropped. Each has cost a hash, so they do not come in floods. */
  notice: { most: Number.POSITIVE_INFINITY, atOnce: 2, longestPauseMs: 0 },
} satisfies Record<string, Line>;

export type ErrandKind = keyof typeof kinds;

/** A server for mail that is slow must not hold up a stop for hours. */
const mostAtStop = 100;

function createLine({ most, atOnce }: Line, work: (errand: Errand) => Promise<void>) {
  const waiting = createFairQueue<Errand>(most);
  const workers = new Set<Promise<void>>();
  let inside = 0;
  let left = Number.POSITIVE_INFINITY;

  async function workThrough() {
    for (;;) {
      const errand = left > 0 ? waiting.next() : undefined;
      if (!errand) break;
      left -= 1;
      await work(errand);
    }
    // in the same breath: whoever comes next must find either a worker or room for one
    inside -= 1;
  }

  return {
    workers,
    /** Answers with what has no place any more: another errand, or this one. */
    push(turn: Turn, errand: Errand): Errand | undefined {
      const dropped = waiting.push(turn, errand);
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
export function createErrands(log: Pick<Logger, 'warn'>, pause: (ms: number) => Promise<unknown>) {
  function lineOf(line: Line) {
    return createLine(line, async (errand) => {
      try {
        if (line.longestPauseMs > 0) await pause(Math.random() * line.longestPauseMs);
        await errand();
      } catch (err) {
        log.warn({ err }, 'an errand has failed');
      }
    });
  }
  const lines = {
    ask: lineOf(kinds.ask),
    letter: lineOf(kinds.letter),
    notice: lineOf(kinds.notice),
  } satisfies Record<ErrandKind, unknown>;
  const workers = () => Object.values(lines).flatMap((line) => [...line.workers]);

  return {
    /** Does it when its turn comes. What goes wrong is logged. */
    begin(kind: ErrandKind, turn: Turn, errand: Errand): void {
      const dropped = lines[kind].push(turn, errand);
      if (dropped) log.warn({ kind }, 'too many errands at once: one is dropped');
    },

    /** At the end: when what was begun is done, all notices, and of the others those that come soon. */
    async settled(): Promise<void> {
      lines.ask.endAfter(mostAtStop);
      lines.letter.endAfter(mostAtStop);
      for (let all = workers(); all.length > 0; all = workers()) await Promise.all(all);
      const count = lines.ask.giveUp() + lines.letter.giveUp();
      if (count > 0) log.warn({ count }, 'errands are given up at the stop');
    },
  };
}

export type Errands = ReturnType<typeof createErrands>;
