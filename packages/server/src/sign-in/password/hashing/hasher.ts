// Computes password hashes in worker threads. They are separate from the thread pool of Node, which signs tokens and
// reads files. `hash-queue.ts` limits how many hashes wait here.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { fail } from '../../../errors.ts';
import type { Hasher } from '../../method.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import type { HashJob, HashResult, HashThreadData } from './hash-thread.ts';

type Waiting = {
  job: HashJob;
  resolve(value: string | boolean): void;
  reject(error: Error): void;
};
type Thread = { worker: Worker; current: Waiting | undefined };

function startWorker(computed: Int32Array): Worker {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), {
    env: {},
    workerData: { computed } satisfies HashThreadData,
  });
  worker.unref();
  return worker;
}

export function createHasher({ threads }: { threads: number }): Hasher {
  const waiting: Waiting[] = [];
  const running = new Set<Thread>();
  const computed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const eventLoop = createEventLoopYield({ cores: availableParallelism(), computed });
  let closed = false;

  function finish(thread: Thread, result: HashResult) {
    const done = thread.current;
    thread.current = undefined;
    eventLoop.end(result.cpuMs);
    thread.worker.unref();
    if (done && 'value' in result) done.resolve(result.value);
    else if (done && 'error' in result) done.reject(new Error(result.error));
    dispatch();
  }

  /** A dead thread loses its one job. The next job starts a new thread. */
  function lose(thread: Thread, error: Error) {
    running.delete(thread);
    if (thread.current) eventLoop.lose();
    thread.current?.reject(error);
    thread.current = undefined;
    if (!closed) dispatch();
  }

  function start(): Thread {
    const thread: Thread = { worker: startWorker(computed), current: undefined };
    running.add(thread);
    thread.worker.on('message', (result: HashResult) => finish(thread, result));
    thread.worker.on('error', (error: Error) => lose(thread, error));
    thread.worker.on('exit', () => lose(thread, new Error('the hash thread ended')));
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
      // keeps the process alive until the job is done
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
    prepare() {
      if (running.size === 0 && !closed) start();
    },
    hash: async (password) => String(await submit({ kind: 'hash', password })),
    verify: async (passwordHash, password) =>
      (await submit({ kind: 'verify', passwordHash, password })) === true,
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new Error('the server is stopping'));
      await Promise.all([...running].map((thread) => thread.worker.terminate()));
    },
  };
}
