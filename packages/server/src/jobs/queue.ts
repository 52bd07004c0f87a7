// Background jobs that run after a response: account lookups for password resets, emails and notifications. Each kind has its
// own fair queue, so that a flood of one kind or of one requester does not delay the others.

import type { Logger } from 'pino';
import { FairQueue, type Requester } from './fair-queue.ts';

type Job = () => Promise<void>;

type Limits = { maxWaiting: number; maxRunning: number; maxPauseMs: number };

const kinds = {
  /**
   * A lookup starts after a random pause. Without it the lookup would delay the response, and the delay would show whether
   * the account exists. Most waiting jobs only wait for their pause.
   */
  lookup: { maxWaiting: 2000, maxRunning: 200, maxPauseMs: 2000 },
  email: { maxWaiting: 5000, maxRunning: 2, maxPauseMs: 0 },
  /** Reports a sign-in or a linked account to a user. A first day with thousands of new browsers must not delay other emails. */
  notice: { maxWaiting: 5000, maxRunning: 1, maxPauseMs: 0 },
  /** Notifies a user of a change. Never dropped; each change has cost a password hash, so there is no flood. */
  notification: { maxWaiting: Number.POSITIVE_INFINITY, maxRunning: 2, maxPauseMs: 0 },
} satisfies Record<string, Limits>;

export type JobKind = keyof typeof kinds;

/** A slow mail server must not delay shutdown for hours. */
const maxAtShutdown = 100;

class JobLane {
  readonly workers = new Set<Promise<void>>();
  readonly #waiting: FairQueue<Job>;
  readonly #maxRunning: number;
  readonly #run: (job: Job) => Promise<void>;
  #running = 0;
  #remaining = Number.POSITIVE_INFINITY;

  constructor({ maxWaiting, maxRunning }: Limits, run: (job: Job) => Promise<void>) {
    this.#waiting = new FairQueue(maxWaiting);
    this.#maxRunning = maxRunning;
    this.#run = run;
  }

  async #work() {
    for (;;) {
      const job = this.#remaining > 0 ? this.#waiting.next() : undefined;
      if (!job) break;
      this.#remaining -= 1;
      await this.#run(job);
    }
    // no await before this line: the next job must find a worker or room for one
    this.#running -= 1;
  }

  /** Returns the job that was dropped: another one or this one. */
  push(requester: Requester, job: Job): Job | undefined {
    const dropped = this.#waiting.push(requester, job);
    if (this.#running < this.#maxRunning) {
      this.#running += 1;
      const worker = this.#work().finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
    return dropped;
  }

  endAfter(count: number) {
    this.#remaining = count;
  }

  /** Drops all waiting jobs. Returns how many. */
  drop(): number {
    return this.#waiting.drain().length;
  }
}

/** `pause` waits for this many milliseconds. */
export function createJobQueue(log: Pick<Logger, 'warn'>, pause: (ms: number) => Promise<unknown>) {
  function laneOf(limits: Limits) {
    return new JobLane(limits, async (job) => {
      try {
        if (limits.maxPauseMs > 0) await pause(Math.random() * limits.maxPauseMs);
        await job();
      } catch (err) {
        log.warn({ err }, 'job failed');
      }
    });
  }
  const lanes = {
    lookup: laneOf(kinds.lookup),
    email: laneOf(kinds.email),
    notice: laneOf(kinds.notice),
    notification: laneOf(kinds.notification),
  } satisfies Record<JobKind, JobLane>;
  const workers = () => Object.values(lanes).flatMap((lane) => [...lane.workers]);
  async function finish(): Promise<void> {
    for (let all = workers(); all.length > 0; all = workers()) await Promise.all(all);
  }

  return {
    /** Runs the job when its turn comes. Logs its errors. */
    add(kind: JobKind, requester: Requester, job: Job): void {
      const dropped = lanes[kind].push(requester, job);
      if (dropped) log.warn({ kind }, 'job dropped: queue full');
    },

    /** Resolves when all jobs are done. A command waits for its emails, however many they are. */
    finish,

    /** Resolves when running jobs, all notifications and the next hundred other jobs are done. Drops the rest. */
    async stop(): Promise<void> {
      lanes.lookup.endAfter(maxAtShutdown);
      lanes.email.endAfter(maxAtShutdown);
      lanes.notice.endAfter(maxAtShutdown);
      await finish();
      const count = lanes.lookup.drop() + lanes.email.drop() + lanes.notice.drop();
      if (count > 0) log.warn({ count }, 'jobs dropped at shutdown');
    },
  };
}

export type JobQueue = ReturnType<typeof createJobQueue>;
