// The queue of password attempts. Only so many run at once as keep the hash threads busy. The others wait before they are
// counted, so that a flood costs the database no more than it costs the threads.

import { fail, RequestError } from '../../../errors.ts';
import { FairQueue, type Requester } from '../../../jobs/fair-queue.ts';

export type HashQueue = {
  /** Runs the work when its turn comes. @throws `busy` when too many wait, `unavailable` after closing. */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
  /** Rejects waiting and later work. */
  close(): void;
};

/** One is hashed while another is counted. */
const runningPerThread = 2;
/** Rough duration of a hash. It serves only to compute the retry time. */
const hashMs = 25;
const retrySecondsAtStop = 5;

type Waiting = { enter(): void; refuse(reason: RequestError): void };

export function createHashQueue({ threads, queue }: { threads: number; queue: number }): HashQueue {
  const waiting = new FairQueue<Waiting>(queue);
  const maxRunning = threads * runningPerThread;
  const retryAfterSeconds = Math.ceil((queue * hashMs) / threads / 1000);
  let running = 0;
  let closed = false;

  function enter(requester: Requester): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting
      .push(requester, { enter: resolve, refuse: reject })
      ?.refuse(new RequestError('busy', { retryAfterSeconds }));
    return promise;
  }

  /** Passes the slot to the next in the queue. */
  function leave() {
    const next = waiting.next();
    if (next) next.enter();
    else running -= 1;
  }

  return {
    async run(requester, work) {
      if (closed) fail('unavailable', { retryAfterSeconds: retrySecondsAtStop });
      await enter(requester);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    close() {
      closed = true;
      for (const { refuse } of waiting.drain())
        refuse(new RequestError('unavailable', { retryAfterSeconds: retrySecondsAtStop }));
    },
  };
}
