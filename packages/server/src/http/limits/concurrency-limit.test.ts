import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

function make(most: number) {
  const hold = createConcurrencyLimit(most);
  const ends: (() => void)[] = [];
  /** Takes places until one is refused. Returns how many it got. */
  function takeAll(holder: string): number {
    for (let got = 0; ; got += 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let began = false;
      const work = () => {
        began = true;
        ends.push(resolve);
        return promise;
      };
      const refused = hold(holder, work);
      if (!began) {
        refusals.push(
          refused.then(
            () => 'no refusal',
            ({ code }) => code,
          ),
        );
        return got;
      }
      running.push(refused);
    }
  }
  const running: Promise<void>[] = [];
  const refusals: Promise<string>[] = [];
  const endAll = async () => {
    for (const end of ends.splice(0)) end();
    await Promise.all(running.splice(0));
  };
  return { hold, takeAll, endAll, refusals };
}

test('each client gets half of the free places, and the last one still gets a place', async () => {
  const { takeAll, endAll, refusals } = make(100);
  const got = ['a', 'b', 'c', 'd', 'e', 'f'].map(takeAll);
  expect(got).toEqual([50, 25, 13, 6, 3, 2]);
  expect(takeAll('a')).toBe(0);
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['busy']));
  await endAll();
  expect(takeAll('z')).toBe(50);
});

test('a failed task releases its place', async () => {
  const { hold, takeAll } = make(4);
  for (let times = 0; times < 10; times += 1)
    await expect(hold('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(takeAll('a')).toBe(2);
});
