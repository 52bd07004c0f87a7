// Measures the hash with which a sign-in is compared, with its own copy of the library and its parameters.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/children.ts';
import type { Window } from '../load/closed-loop.ts';

type Argon2 = {
  hash(password: string, parameters: object): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
};

export const argon2: Argon2 = createRequire(join(root, 'packages/server/package.json'))(
  '@node-rs/argon2',
);

/** Required parameters: 19 MiB, two passes, one lane. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type HashCost = {
  perSecond: number;
  cpuMs: number;
  /** Share of the machine that other processes used meanwhile (0–1). */
  othersShare: number;
};

/** Returns what a hash costs in a separate process with one thread on the first processor that does nothing else. */
export async function measureHash({ warmUpMs, ms }: Window): Promise<HashCost> {
  const script = fileURLToPath(import.meta.resolve('./argon2-process.ts'));
  const args = ['-c', '0', process.execPath, script, String(warmUpMs), String(ms)];
  const child = spawn('taskset', args, {
    // the library computes in libuv's pool
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}
