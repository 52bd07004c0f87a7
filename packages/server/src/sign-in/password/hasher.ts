// Password hashing beside the event loop: a few threads of its own and a bounded queue before them.
// Shares nothing with the pool that signs tokens and reads files.

import { Worker } from 'node:worker_threads';
import { fail, RefusedError } from '../../errors.ts';
import { createFairQueue, type Turn } from './fair-queue.ts';
import type { HashJob, HashResult } from './hash-thread.ts';

export type Hasher = {
  /** A PHC string with today's parameters. @throws `busy` when too many wait. */
  hash(password: string, turn?: Turn): Promise<string>;
  /** @throws `busy` when too many wait; an Error when the stored hash is broken. */
  verify(passwordHash: string, password: string, turn?: Turn): Promise<boolean>;
  /** Would work find a place now? Asked before other work is done for it. @throws `busy` */
  mustHaveRoom(turn: Turn): void;
  close(): Promise<void>;
};

type Work = HashJob extends infer J ? (J extends HashJob ? Omit<J, 'id'> : never) : never;
type Waiting = {
  work: Work;
  resolve(value: string | boolean): void;
  reject(error: Error): void;
};
type Thread = { worker: Worker; current: Waiting | undefined };

/** About how long one hash takes; only to say when to come back. */
const millisecondsPerHash = 25;

/** What the server does of itself, for nobody in particular. */
const ourOwn: Turn = { holder: '', known: true };

export function createHasher({ threads, queue }: { threads: number; queue: number }): Hasher {
  const waiting = createFairQueue<Waiting>(queue);
  const running = new Set<Thread>();
  let closed = false;
  const retryAfterSeconds = Math.ceil((queue * millisecondsPerHash) / threads / 1000);

  function start(): Thread {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { env: {} });
    const thread: Thread = { worker, current: undefined };
    running.add(thread);
    worker.unref();
    worker.on('message', (result: HashResult) => {
      const done = thread.current;
      thread.current = undefined;
      worker.unref();
      if (done && 'value' in result) done.resolve(result.value);
      else if (done && 'fault' in result) done.reject(new Error(result.fault));
      dispatch();
    });
    // a thread that dies takes its one job with it; the next job starts a new thread
    const lose = (error: Error) => {
      running.delete(thread);
      thread.current?.reject(error);
      thread.current = undefined;
      if (!closed) dispatch();
    };
    worker.on('error', lose);
    worker.on('exit', () => lose(new Error('the hash thread ended')));
    return thread;
  }

  function idleThread(): Thread | undefined {
    for (const thread of running) if (!thread.current) return thread;
    return running.size < threads ? start() : undefined;
  }

  function dispatch() {
    while (!waiting.isEmpty()) {
      const thread = idleThread();
      const next = thread && waiting.next();
      if (!next) return;
      thread.current = next;
      // keeps the process alive while a job is under way
      thread.worker.ref();
      thread.worker.postMessage({ id: 0, ...next.work });
    }
  }

  function submit(work: Work, turn: Turn): Promise<string | boolean> {
    if (closed) fail('unavailable', { retryAfterSeconds: 5 });
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    waiting
      .push(turn, { work, resolve, reject })
      ?.reject(new RefusedError('busy', { retryAfterSeconds }));
    dispatch();
    return promise;
  }

  return {
    hash: async (password, turn = ourOwn) => String(await submit({ kind: 'hash', password }, turn)),
    verify: async (passwordHash, password, turn = ourOwn) =>
      (await submit({ kind: 'verify', passwordHash, password }, turn)) === true,
    mustHaveRoom(turn) {
      if (!waiting.hasRoom(turn)) fail('busy', { retryAfterSeconds });
    },
    async close() {
      closed = true;
      for (const job of waiting.drain()) job.reject(new Error('the server is stopping'));
      await Promise.all([...running].map((thread) => thread.worker.terminate()));
    },
  };
}
