// Lets in only as many tries at once as keep the hash threads busy: the others wait before they are counted, so that
// a flood costs the database no more than it costs the threads.

import { fail, RequestError } from '../../../errors.ts';
import { createFairQueue, type Requester } from '../../../jobs/fair-queue.ts';

export type HashQueue = {
  /** Does the work as soon as its turn has come. @throws `busy` when too many wait, `unavailable` once closed. */
  run<T>(turn: Requester, work: () => Promise<T>): Promise<T>;
  /** Refuses those who wait, and all who come later. */
  close(): void;
};

/** One is hashed while another is counted. */
const insideForThread = 2;
/** About how long one hash takes; only to say when to come back. */
const millisecondsPerHash = 25;
const stoppingSeconds = 5;

type Waiting = { enter(): void; refuse(reason: RequestError): void };

export function createHashQueue({ threads, queue }: { threads: number; queue: number }): HashQueue {
  const waiting = createFairQueue<Waiting>(queue);
  const most = threads * insideForThread;
  const retryAfterSeconds = Math.ceil((queue * millisecondsPerHash) / threads / 1000);
  let inside = 0;
  let closed = false;

  function enter(turn: Requester): Promise<void> {
    if (inside < most) {
      inside += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting
      .push(turn, { enter: resolve, refuse: reject })
      ?.refuse(new RequestError('busy', { retryAfterSeconds }));
    return promise;
  }

  /** The place goes to whoever is next; where nobody waits, it is free. */
  function leave() {
    const next = waiting.next();
    if (next) next.enter();
    else inside -= 1;
  }

  return {
    async run(turn, work) {
      if (closed) fail('unavailable', { retryAfterSeconds: stoppingSeconds });
      await enter(turn);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    close() {
      closed = true;
      for (const { refuse } of waiting.drain())
        refuse(new RequestError('unavailable', { retryAfterSeconds: stoppingSeconds }));
    },
  };
}
