// Measures the hash rate with which the server is compared, with its own copy of the library and its parameters.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/children.ts';
import type { Window } from '../load/closed-loop.ts';
import { cores } from './processes.ts';

type Argon2 = {
  hash(password: string, parameters: object): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
};

export const argon2: Argon2 = createRequire(join(root, 'packages/server/package.json'))(
  '@node-rs/argon2',
);

/** Required parameters: 19 MiB, two passes, one lane. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The default of HASH_THREADS. */
export const hashThreads = cores;

export type Argon2Limit = {
  perSecond: number;
  cpuMsPerHash: number;
  /** Share of the machine that other processes used meanwhile (0–1). */
  othersShare: number;
};

/** Returns how many hashes a second the machine computes in a separate process when it does nothing else. */
export async function measureArgon2Limit({ warmUpMs, ms }: Window): Promise<Argon2Limit> {
  const script = fileURLToPath(import.meta.resolve('./argon2-process.ts'));
  const child = spawn(process.execPath, [script, String(warmUpMs), String(ms)], {
    // the library computes in libuv's pool
    env: { ...process.env, UV_THREADPOOL_SIZE: String(hashThreads) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}
