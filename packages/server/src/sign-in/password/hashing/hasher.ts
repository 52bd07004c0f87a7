// Password hashing beside the event loop, in a few threads of its own. Shares nothing with the pool that signs tokens
// and reads files. How many may wait is decided before: see turnstile.ts.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { fail } from '../../../errors.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import type { HashJob, HashResult, HashThreadData } from './hash-thread.ts';

export type Hasher = {
  /** A PHC string with today's parameters. */
  hash(password: string): Promise<string>;
  /** @throws an Error when the stored hash is broken. */
  verify(passwordHash: string, password: string): Promise<boolean>;
  close(): Promise<void>;
};

type Waiting = {
  job: HashJob;
  resolve(value: string | boolean): void;
  reject(error: Error): void;
};
type Thread = { worker: Worker; current: Waiting | undefined };

export function createHasher({ threads }: { threads: number }): Hasher {
  const waiting: Waiting[] = [];
  const running = new Set<Thread>();
  const computed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const eventLoop = createEventLoopYield({ cores: availableParallelism(), computed });
  let closed = false;

  function start(): Thread {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), {
      env: {},
      workerData: { computed } satisfies HashThreadData,
    });
    const thread: Thread = { worker, current: undefined };
    running.add(thread);
    worker.unref();
    worker.on('message', (result: HashResult) => {
      const done = thread.current;
      thread.current = undefined;
      eventLoop.end(result.cpuMs);
      worker.unref();
      if (done && 'value' in result) done.resolve(result.value);
      else if (done && 'fault' in result) done.reject(new Error(result.fault));
      dispatch();
    });
    // a thread that dies takes its one job with it; the next job starts a new thread
    const lose = (error: Error) => {
      running.delete(thread);
      if (thread.current) eventLoop.lose();
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
    while (waiting.length > 0) {
      const thread = idleThread();
      const next = thread && waiting.shift();
      if (!next) return;
      thread.current = next;
      // keeps the process alive while a job is under way
      thread.worker.ref();
      thread.worker.postMessage(next.job);
      eventLoop.begin();
    }
  }

  function submit(job: HashJob): Promise<string | boolean> {
    if (closed) fail('unavailable', { retryAfterSeconds: 5 });
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    waiting.push({ job, resolve, reject });
    dispatch();
    return promise;
  }

  return {
    hash: async (password) => String(await submit({ kind: 'hash', password })),
    verify: async (passwordHash, password) =>
      (await submit({ kind: 'verify', passwordHash, password })) === true,
    async close() {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('the server is stopping'));
      await Promise.all([...running].map((thread) => thread.worker.terminate()));
    },
  };
}
