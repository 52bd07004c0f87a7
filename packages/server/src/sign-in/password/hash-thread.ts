// One thread that computes password hashes, one at a time. Runs at low priority, so that answering
// requests comes first when cores are short.

import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { argon2Parameters } from './parameters.ts';

export type HashJob =
  | { id: number; kind: 'hash'; password: string }
  | { id: number; kind: 'verify'; password: string; passwordHash: string };
export type HashResult = { id: number; value: string | boolean } | { id: number; fault: string };

// On Linux 0 means the calling thread; elsewhere it would slow the whole process down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

function compute(job: HashJob): string | boolean {
  return job.kind === 'hash'
    ? hashSync(job.password, argon2Parameters)
    : verifySync(job.passwordHash, job.password);
}

parentPort?.on('message', (job: HashJob) => {
  let result: HashResult;
  try {
    result = { id: job.id, value: compute(job) };
  } catch (error) {
    // the library's messages describe the hash's form, never the password
    result = { id: job.id, fault: error instanceof Error ? error.message : 'hashing failed' };
  }
  parentPort?.postMessage(result);
});
