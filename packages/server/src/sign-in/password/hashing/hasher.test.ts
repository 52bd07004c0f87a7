import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import type { Hasher } from '../../method.ts';
import { createHasher } from './hasher.ts';
import { argon2Parameters, needsRehash, validatePasswordHash } from './parameters.ts';

/** Prints the share of one core's time that hashes get beside an event loop that is always busy. */
const program = `
async function measure() {
  const { createHasher } = await import(${JSON.stringify(new URL('./hasher.ts', import.meta.url).href)});
  const hasher = createHasher({ threads: 1 });
  await hasher.hash('x');
  let over = false;
  (function work() {
    for (const from = performance.now(); performance.now() - from < 1;);
    if (!over) setImmediate(work);
  })();
  const millisecondsOf = ({ user, system }) => (user + system) / 1000;
  const [all, loop] = [process.cpuUsage(), process.threadCpuUsage()];
  await Promise.all(Array.from({ length: 8 }, () => hasher.hash('x')));
  const loopShare =
    millisecondsOf(process.threadCpuUsage(loop)) / millisecondsOf(process.cpuUsage(all));
  console.log(1 - loopShare);
  over = true;
  await hasher.close();
}
measure();`;

async function shareOfHashes(): Promise<number> {
  const command = ['-c', '0', process.execPath, '-e', program];
  return Number((await promisify(execFile)('taskset', command)).stdout);
}

describe('hasher', () => {
  let hasher: Hasher;
  afterEach(() => hasher.close());

  test('hashes with current parameters and verifies', async () => {
    hasher = createHasher({ threads: 2 });
    const hash = await hasher.hash('Пароль 🔑');
    expect(needsRehash(hash)).toBe(false);
    expect(hash).toContain(`m=${argon2Parameters.memoryCost},t=2,p=1`);
    expect(await hasher.verify(hash, 'Пароль 🔑')).toBe(true);
    expect(await hasher.verify(hash, 'пароль 🔑')).toBe(false);
  });

  test('prepares one thread, which the first job uses', async () => {
    let started = 0;
    const count = () => {
      started += 1;
    };
    process.on('worker', count);
    hasher = createHasher({ threads: 2 });
    hasher.prepare?.();
    hasher.prepare?.();
    await expect.poll(() => started).toBe(1);
    await hasher.hash('x');
    expect(started).toBe(1);
    process.off('worker', count);
  });

  test('the event loop stays free while hashes are computed', async () => {
    hasher = createHasher({ threads: 1 });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 10 }, () => hasher.hash('x')));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  // only Linux has thread priorities
  test.runIf(process.platform === 'linux')(
    'on one core hashes get a share of the CPU time',
    async () => {
      const share = await shareOfHashes();
      // by its priority alone a hash thread gets a fiftieth; a third is the aim, less where others use the core
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.5);
    },
  );

  test('a malformed stored hash causes an error, and the thread continues', async () => {
    hasher = createHasher({ threads: 1 });
    await expect(hasher.verify('$argon2id$nonsense', 'x')).rejects.toThrow();
    expect(await hasher.hash('x')).toMatch(/^\$argon2id/);
  });

  test('closing rejects waiting and later jobs', async () => {
    hasher = createHasher({ threads: 1 });
    const waiting = Promise.allSettled([hasher.hash('x'), hasher.hash('y')]);
    await hasher.close();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(hasher.hash('z')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('validatePasswordHash', () => {
  const tail = '$c29tZXNhbHRzb21lc2FsdA$QKcW3EFKF4uUzg5a2W1CeJMXxNyT4cvo91KyA4zxR24';
  test.each([
    [`$argon2id$v=19$m=19456,t=2,p=1${tail}`, true],
    [`$argon2id$v=19$m=65536,t=3,p=4${tail}`, true],
    [`$argon2i$v=19$m=19456,t=2,p=1${tail}`, false],
    [`$argon2id$v=19$m=1,t=2,p=1${tail}`, false],
    [`$argon2id$v=19$m=9999999,t=2,p=1${tail}`, false],
    [`$argon2id$v=19$m=19456,t=99,p=1${tail}`, false],
    [`$argon2id$v=19$m=19456,t=2,p=0${tail}`, false],
    ['$2b$12$abcdefghijklmnopqrstuv', false],
    ['password', false],
    ['', false],
  ])('%s', (text, good) => {
    expect(validatePasswordHash(text) === undefined).toBe(good);
  });
});
