// A hasher for tests that do not test hashing. Its hashes look like those of the product, but are SHA-256, which takes
// microseconds. It computes one job after the other and asynchronously, as a hash thread does, and remembers nothing.

import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Hasher } from '../../src/sign-in/method.ts';
import { currentParameters } from '../../src/sign-in/password/hashing/parameters.ts';

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function hashOf(salt: Buffer, password: string): string {
  const digest = createHash('sha256').update(salt).update(password).digest();
  return `${currentParameters}$${base64(salt)}$${base64(digest)}`;
}

/** The real hasher verifies hashes with other parameters, which tests import. No password matches a dummy hash. */
export function createQuickHasher(real: Hasher): Hasher {
  let queue: Promise<unknown> = Promise.resolve();
  function enqueue<T>(compute: () => T): Promise<T> {
    const result = queue.then(() => setImmediate()).then(compute);
    queue = result;
    return result;
  }
  return {
    hash: (password) => enqueue(() => hashOf(randomBytes(16), password)),
    verify(passwordHash, password) {
      if (!passwordHash.startsWith(currentParameters)) return real.verify(passwordHash, password);
      const salt = Buffer.from(passwordHash.split('$')[4] ?? '', 'base64');
      return enqueue(() => hashOf(salt, password) === passwordHash);
    },
    close: real.close,
  };
}

/** For tests that need the real cost and timing of password hashes. */
export const useRealHasher = (real: Hasher): Hasher => real;
