// The queue of a rate limit: its order and its longest wait. The test controls the time.

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Rate } from './limit-kinds.ts';
import { createQueuedRateLimit } from './queued-rate-limit.ts';

const limit: Rate = { kind: 'rate', name: 'starts', max: 60, perMs: 60_000 };

/** Creates a queue. The counter returns `waits` one after the other, and each pause ends when the test ends it. */
function makeLine(waits: (number | Error)[]) {
  const pauses: { ms: number; end(): void }[] = [];
  const said: string[] = [];
  const take = createQueuedRateLimit({
    limits: {
      async take() {
        const wait = waits.shift() ?? 0;
        if (wait instanceof Error) throw wait;
        return wait;
      },
    },
    pause: (ms) => new Promise<void>((end) => void pauses.push({ ms, end })),
  });
  return {
    pauses,
    said,
    begin(name: string, subject = 'campus') {
      take({ limit, subject }).then(
        (wait) => said.push(`${name} ${wait}`),
        () => said.push(`${name} fails`),
      );
      return setImmediate();
    },
    endPause() {
      pauses.shift()?.end();
      return setImmediate();
    },
  };
}

test('a new request is served after the waiting ones, even if an attempt is free', async () => {
  const line = makeLine([1000, 1000]);
  await line.begin('first');
  await line.begin('second');
  expect(line.said).toEqual([]);
  await line.begin('neighbour', 'another');
  expect(line.said).toEqual(['neighbour 0']);
  await line.endPause();
  expect(line.said).toEqual(['neighbour 0', 'first 0', 'second 0']);
});

test('no request waits longer than ten seconds', async () => {
  const line = makeLine([6000, 6000, 6000]);
  await line.begin('one');
  expect(line.pauses).toMatchObject([{ ms: 6000 }]);
  await line.endPause();
  expect([line.said, line.pauses]).toEqual([['one 6000'], []]);
});

test('an error of the first request does not fail the next ones', async () => {
  const line = makeLine([1000, 1000, new Error('no database')]);
  await line.begin('first');
  await line.begin('second');
  await line.endPause();
  expect(line.said).toEqual(['first fails', 'second 0']);
});

test('after the queue is empty a free attempt is taken at once', async () => {
  const line = makeLine([1000, 1000]);
  await line.begin('first');
  await line.endPause();
  await line.begin('second');
  expect(line.said).toEqual(['first 0', 'second 0']);
  const full = makeLine([10_001]);
  await full.begin('third');
  expect([full.said, full.pauses]).toEqual([['third 10001'], []]);
});
