import { expect, test } from 'vitest';
import { createErrands } from './errands.ts';

function watched(pause: (ms: number) => Promise<unknown> = async () => undefined) {
  const lines: string[] = [];
  const warn = (about: unknown, words?: string) => void lines.push(words ?? `${about}`);
  return { lines, errands: createErrands({ warn } as Parameters<typeof createErrands>[0], pause) };
}

test('nobody can tell when an errand begins: neither at once nor always as late', async () => {
  const pauses: number[] = [];
  let begun = 0;
  const { errands } = watched(async (ms) => {
    expect(begun).toBe(0);
    pauses.push(ms);
  });
  const errand = async () => {
    begun += 1;
  };
  for (let i = 0; i < 200; i += 1) errands.begin(errand);
  await errands.settled();
  expect(begun).toBe(200);
  expect(Math.min(...pauses)).toBeLessThan(500);
  expect(Math.max(...pauses)).toBeGreaterThan(1500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
});

test('at the end all are waited for, those that errands have begun too', async () => {
  const { errands } = watched();
  const done: string[] = [];
  errands.begin(async () => {
    done.push('first');
    errands.begin(async () => void done.push('of the first'));
  });
  await errands.settled();
  expect(done).toEqual(['first', 'of the first']);
});

test('what goes wrong stays in the log, and the next one is done', async () => {
  const { errands, lines } = watched();
  let done = false;
  errands.begin(() => Promise.reject(new Error('planted')));
  errands.begin(async () => {
    done = true;
  });
  await errands.settled();
  expect([done, lines]).toEqual([true, ['an errand has failed']]);
});

test('a flood is dropped, and there is room again afterwards', async () => {
  const { errands, lines } = watched();
  let done = 0;
  const flood = () => {
    for (let i = 0; i < 1500; i += 1)
      errands.begin(async () => {
        done += 1;
      });
  };
  flood();
  expect(lines).toHaveLength(500);
  await errands.settled();
  flood();
  await errands.settled();
  expect(done).toBe(2000);
});
