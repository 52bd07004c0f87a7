import { expect, test } from 'vitest';
import { createHashQueue, type HashQueue } from './hash-queue.ts';

const stranger = (source: string) => ({ group: source, source, isTrusted: false });

/** Makes work that ends on request, and records the order in which it began. */
function makeWork(hashQueue: HashQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    pass: (name: string, turn = stranger(name)) =>
      hashQueue.run(turn, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    async end(name: string) {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

test('two jobs run per thread, and a finished job starts the next one', async () => {
  const work = makeWork(createHashQueue({ threads: 1, queue: 10 }));
  const all = ['a', 'b', 'c', 'd'].map((name) => work.pass(name));
  await new Promise(setImmediate);
  expect(work.begun).toEqual(['a', 'b']);
  await work.end('b');
  expect(work.begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await work.end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  // and the places are free again
  const again = ['e', 'f'].map((name) => work.pass(name));
  await new Promise(setImmediate);
  expect(work.begun.slice(4)).toEqual(['e', 'f']);
  for (const name of ['e', 'f']) await work.end(name);
  await Promise.all(again);
});

test('a failed job frees its place', async () => {
  const hashQueue = createHashQueue({ threads: 1, queue: 1 });
  for (let i = 0; i < 5; i += 1) {
    const failing = hashQueue.run(stranger('a'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  }
  expect(await hashQueue.run(stranger('a'), async () => 'done')).toBe('done');
});

test('a trusted device runs before untrusted clients that came earlier', async () => {
  const work = makeWork(createHashQueue({ threads: 1, queue: 10 }));
  const all = ['a', 'b', 'c'].map((name) => work.pass(name));
  all.push(work.pass('known', { group: 'user', source: 'device', isTrusted: true }));
  await new Promise(setImmediate);
  await work.end('a');
  expect(work.begun).toEqual(['a', 'b', 'known']);
  for (const name of ['b', 'known', 'c']) await work.end(name);
  await Promise.all(all);
});

test('a full queue rejects clients as busy without running their work', async () => {
  const work = makeWork(createHashQueue({ threads: 1, queue: 100 }));
  const flood = Array.from({ length: 103 }, (_, i) => work.pass(`${i}`, stranger('flood')));
  await expect(flood[102]).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 3 });
  // another source still gets a place: the newest request of the flood loses its own
  const other = work.pass('other');
  await expect(flood[101]).rejects.toMatchObject({ code: 'busy' });
  expect(work.begun).toEqual(['0', '1']);
  // the sources take turns: one request of the flood, then the other
  await work.end('0');
  await work.end('1');
  expect(work.begun).toEqual(['0', '1', '2', 'other']);
  await work.end('other');
  expect(await other).toBe('other');
  for (let i = 2; i <= 100; i += 1) await work.end(`${i}`);
  expect(await Promise.all(flood.slice(0, 101))).toHaveLength(101);
});

test('closing rejects waiting and later jobs', async () => {
  const hashQueue = createHashQueue({ threads: 1, queue: 10 });
  const work = makeWork(hashQueue);
  const all = ['a', 'b', 'c'].map((name) => work.pass(name));
  await new Promise(setImmediate);
  hashQueue.close();
  await expect(all[2]).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  await expect(work.pass('d')).rejects.toMatchObject({ code: 'unavailable' });
  for (const name of ['a', 'b']) await work.end(name);
  expect(await Promise.all(all.slice(0, 2))).toEqual(['a', 'b']);
});
