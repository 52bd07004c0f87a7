import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Turn } from './fair-queue.ts';
import { createErrands } from './queue.ts';

function watched(pause: (ms: number) => Promise<unknown> = async () => undefined) {
  const lines: string[] = [];
  const warn = (about: unknown, words?: string) => void lines.push(words ?? `${about}`);
  return { lines, errands: createErrands({ warn } as Parameters<typeof createErrands>[0], pause) };
}

const from = (holder: string): Turn => ({ site: `site of ${holder}`, holder, known: false });

/** Errands that are done when the test says so. */
function slow() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    errand: (name: string) => () => {
      begun.push(name);
      return new Promise<void>((end) => void ends.push(end));
    },
    async endAll() {
      while (ends.length > 0) {
        ends.shift()?.();
        await setImmediate();
      }
    },
  };
}

test('nobody can tell when an ask is looked into: neither at once nor always as late', async () => {
  const pauses: number[] = [];
  let begun = 0;
  const { errands } = watched(async (ms) => {
    expect(begun).toBe(0);
    pauses.push(ms);
  });
  for (let i = 0; i < 200; i += 1)
    errands.begin('ask', from('one'), async () => {
      begun += 1;
    });
  await errands.settled();
  expect(begun).toBe(200);
  expect(Math.min(...pauses)).toBeLessThan(500);
  expect(Math.max(...pauses)).toBeGreaterThan(1500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
});

test('at the end all are waited for, those that errands have begun too', async () => {
  const { errands } = watched();
  const done: string[] = [];
  errands.begin('ask', from('one'), async () => {
    done.push('first');
    errands.begin('letter', from('one'), async () => {
      await setImmediate();
      done.push('of the first');
    });
  });
  await errands.settled();
  expect(done).toEqual(['first', 'of the first']);
});

test('what goes wrong stays in the log, and the next one is done', async () => {
  const { errands, lines } = watched();
  let done = false;
  errands.begin('letter', from('one'), () => Promise.reject(new Error('planted')));
  errands.begin('letter', from('one'), async () => {
    done = true;
  });
  await errands.settled();
  expect([done, lines]).toEqual([true, ['an errand has failed']]);
});

test('one who has asked for letters without end waits behind themselves', async () => {
  const { errands, lines } = watched();
  const { begun, errand, endAll } = slow();
  for (let i = 0; i < 6000; i += 1) errands.begin('letter', from('many'), errand(`many ${i}`));
  expect(lines).toHaveLength(6000 - 5000 - 2);
  errands.begin('letter', from('other'), errand('other'));
  await setImmediate();
  // two at once; the other one has found room, and is next but one
  expect(begun).toEqual(['many 0', 'many 1']);
  await endAll();
  expect(begun.indexOf('other')).toBeLessThan(4);
  expect(begun).toHaveLength(5002);
});

test('asks and letters that hang hold up no notice, and no notice is dropped', async () => {
  const { errands, lines } = watched();
  const { begun, errand } = slow();
  for (let i = 0; i < 500; i += 1) {
    errands.begin('ask', from('many'), errand('ask'));
    errands.begin('letter', from('many'), errand('letter'));
  }
  await setImmediate();
  expect(begun).toHaveLength(202);
  let told = 0;
  for (let i = 0; i < 10_000; i += 1)
    errands.begin('notice', from(`user ${i}`), async () => {
      told += 1;
    });
  await setImmediate();
  expect([told, lines]).toEqual([10_000, []]);
});

test('a stop waits for all notices and the next hundred of the others; a line that was full works again', async () => {
  const { errands, lines } = watched();
  const done = { letter: 0, notice: 0 };
  const count = (kind: 'letter' | 'notice') => async () => {
    done[kind] += 1;
  };
  for (let i = 0; i < 3; i += 1) {
    for (let n = 0; n < 1000; n += 1) errands.begin('letter', from('one'), count('letter'));
    await setImmediate();
  }
  expect(done.letter).toBe(3000);
  for (let n = 0; n < 1000; n += 1) {
    errands.begin('letter', from('one'), count('letter'));
    errands.begin('notice', from('one'), count('notice'));
  }
  await errands.settled();
  expect(done.notice).toBe(1000);
  expect(done.letter).toBeGreaterThanOrEqual(3100);
  expect(done.letter).toBeLessThanOrEqual(3102);
  expect(lines).toEqual(['errands are given up at the stop']);
});

test('asks wait in a line of two thousand; a stop looks into those under way and a hundred more', async () => {
  const { errands, lines } = watched();
  const { begun, errand, endAll } = slow();
  for (let i = 0; i < 3000; i += 1) errands.begin('ask', from('many'), errand(`ask ${i}`));
  expect(lines).toHaveLength(3000 - 2000 - 200);
  await setImmediate();
  const settled = errands.settled();
  await endAll();
  await settled;
  expect(begun).toHaveLength(300);
  expect(lines.at(-1)).toBe('errands are given up at the stop');
});
