// One thread that computes password hashes, one at a time. Runs at low priority, so that answering
// requests comes first when cores are short; event-loop-yield.ts sees to it that hashes have their share.

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { millisecondsOf } from './event-loop-yield.ts';
import { argon2Parameters } from './parameters.ts';

export type HashJob =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; passwordHash: string };
export type HashResult = {
  /** Processor time of this job. */
  cpuMs: number;
} & ({ value: string | boolean } | { fault: string });
export type HashThreadData = {
  /** Holds the number of hashes that all threads have computed. */
  computed: Int32Array;
};

const { computed } = workerData as HashThreadData;

// On Linux 0 means the calling thread; elsewhere it would slow the whole process down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

function compute(job: HashJob): string | boolean {
  return job.kind === 'hash'
    ? hashSync(job.password, argon2Parameters)
    : verifySync(job.passwordHash, job.password);
}

parentPort?.on('message', (job: HashJob) => {
  const before = process.threadCpuUsage();
  let outcome: { value: string | boolean } | { fault: string };
  try {
    outcome = { value: compute(job) };
  } catch (error) {
    // the library's messages describe the hash's form, never the password
    outcome = { fault: error instanceof Error ? error.message : 'hashing failed' };
  }
  const cpuMs = millisecondsOf(process.threadCpuUsage(before));
  const result: HashResult = { cpuMs, ...outcome };
  parentPort?.postMessage(result);
  Atomics.add(computed, 0, 1);
  Atomics.notify(computed, 0);
});
