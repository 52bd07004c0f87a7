import { expect, test } from 'vitest';
import { createErrands } from './errands.ts';

function watched() {
  const lines: string[] = [];
  const warn = (about: unknown, words?: string) => void lines.push(words ?? `${about}`);
  return { lines, errands: createErrands({ warn } as Parameters<typeof createErrands>[0]) };
}

test('an errand begins after what is under way, and is waited for at the end', async () => {
  const { errands } = watched();
  const done: string[] = [];
  errands.begin(async () => {
    done.push('first');
    errands.begin(async () => void done.push('of the first'));
  });
  await Promise.resolve();
  expect(done).toEqual([]);
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
    for (let i = 0; i < 250; i += 1)
      errands.begin(async () => {
        done += 1;
      });
  };
  flood();
  expect(lines).toHaveLength(150);
  await errands.settled();
  flood();
  await errands.settled();
  expect(done).toBe(200);
});
