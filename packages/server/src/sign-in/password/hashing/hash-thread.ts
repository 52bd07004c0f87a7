// A worker thread that computes password hashes, one at a time. It runs at low priority, so that requests come first when
// cores are short. event-loop-yield.ts ensures that hashes still get their share.

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { millisecondsOf } from './event-loop-yield.ts';
import { argon2Parameters } from './parameters.ts';

export type HashJob =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; passwordHash: string };
type Outcome = { value: string | boolean } | { error: string };
/** `cpuMs` is the processor time of the job. */
export type HashResult = Outcome & { cpuMs: number };
export type HashThreadData = {
  /** Holds the number of hashes that all threads have computed. */
  computed: Int32Array;
};

const { computed } = workerData as HashThreadData;

// On Linux 0 means the calling thread. Elsewhere it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

function compute(job: HashJob): Outcome {
  try {
    const value =
      job.kind === 'hash'
        ? hashSync(job.password, argon2Parameters)
        : verifySync(job.passwordHash, job.password);
    return { value };
  } catch (error) {
    // messages of the library describe the form of the hash, never the password
    return { error: error instanceof Error ? error.message : 'hashing failed' };
  }
}

parentPort?.on('message', (job: HashJob) => {
  const before = process.threadCpuUsage();
  const outcome = compute(job);
  const cpuMs = millisecondsOf(process.threadCpuUsage(before));
  parentPort?.postMessage({ cpuMs, ...outcome } satisfies HashResult);
  Atomics.add(computed, 0, 1);
  Atomics.notify(computed, 0);
});
