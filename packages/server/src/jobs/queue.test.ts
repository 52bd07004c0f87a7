import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Requester } from './fair-queue.ts';
import { createJobQueue } from './queue.ts';

function watched(pause: (ms: number) => Promise<unknown> = async () => undefined) {
  const lines: string[] = [];
  const warn = (about: unknown, words?: string) => void lines.push(words ?? `${about}`);
  return {
    lines,
    jobQueue: createJobQueue({ warn } as Parameters<typeof createJobQueue>[0], pause),
  };
}

const from = (source: string): Requester => ({
  group: `group of ${source}`,
  source,
  isTrusted: false,
});

/** Jobs that end when the test ends them. */
function slow() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    job: (name: string) => () => {
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

test('a lookup starts after a random pause, so that its time reveals nothing', async () => {
  const pauses: number[] = [];
  let begun = 0;
  const { jobQueue } = watched(async (ms) => {
    expect(begun).toBe(0);
    pauses.push(ms);
  });
  for (let i = 0; i < 200; i += 1)
    jobQueue.add('lookup', from('one'), async () => {
      begun += 1;
    });
  await jobQueue.stop();
  expect(begun).toBe(200);
  expect(Math.min(...pauses)).toBeLessThan(500);
  expect(Math.max(...pauses)).toBeGreaterThan(1500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
});

test('shutdown waits for all jobs, also those that jobs have added', async () => {
  const { jobQueue } = watched();
  const done: string[] = [];
  jobQueue.add('lookup', from('one'), async () => {
    done.push('first');
    jobQueue.add('email', from('one'), async () => {
      await setImmediate();
      done.push('of the first');
    });
  });
  await jobQueue.stop();
  expect(done).toEqual(['first', 'of the first']);
});

test('a failed job is logged, and the next one runs', async () => {
  const { jobQueue, lines } = watched();
  let done = false;
  jobQueue.add('email', from('one'), () => Promise.reject(new Error('planted')));
  jobQueue.add('email', from('one'), async () => {
    done = true;
  });
  await jobQueue.stop();
  expect([done, lines]).toEqual([true, ['job failed']]);
});

test('a requester with endless email jobs delays only its own jobs', async () => {
  const { jobQueue, lines } = watched();
  const { begun, job, endAll } = slow();
  for (let i = 0; i < 6000; i += 1) jobQueue.add('email', from('many'), job(`many ${i}`));
  expect(lines).toHaveLength(6000 - 5000 - 2);
  jobQueue.add('email', from('other'), job('other'));
  await setImmediate();
  // two jobs run at once; the job of the other requester found room and is one of the next
  expect(begun).toEqual(['many 0', 'many 1']);
  await endAll();
  expect(begun.indexOf('other')).toBeLessThan(4);
  expect(begun).toHaveLength(5002);
});

test('lookups and emails that hang delay no notification, and no notification is dropped', async () => {
  const { jobQueue, lines } = watched();
  const { begun, job } = slow();
  for (let i = 0; i < 500; i += 1) {
    jobQueue.add('lookup', from('many'), job('lookup'));
    jobQueue.add('email', from('many'), job('email'));
  }
  await setImmediate();
  expect(begun).toHaveLength(202);
  let told = 0;
  for (let i = 0; i < 10_000; i += 1)
    jobQueue.add('notification', from(`user ${i}`), async () => {
      told += 1;
    });
  await setImmediate();
  expect([told, lines]).toEqual([10_000, []]);
});

test('shutdown runs all notifications and a hundred other jobs; a full queue works again', async () => {
  const { jobQueue, lines } = watched();
  const done = { email: 0, notification: 0 };
  const count = (kind: 'email' | 'notification') => async () => {
    done[kind] += 1;
  };
  for (let i = 0; i < 3; i += 1) {
    for (let n = 0; n < 1000; n += 1) jobQueue.add('email', from('one'), count('email'));
    await setImmediate();
  }
  expect(done.email).toBe(3000);
  for (let n = 0; n < 1000; n += 1) {
    jobQueue.add('email', from('one'), count('email'));
    jobQueue.add('notification', from('one'), count('notification'));
  }
  await jobQueue.stop();
  expect(done.notification).toBe(1000);
  expect(done.email).toBeGreaterThanOrEqual(3100);
  expect(done.email).toBeLessThanOrEqual(3102);
  expect(lines).toEqual(['jobs dropped at shutdown']);
});

test('up to two thousand lookups wait; shutdown finishes the running ones and a hundred more', async () => {
  const { jobQueue, lines } = watched();
  const { begun, job, endAll } = slow();
  for (let i = 0; i < 3000; i += 1) jobQueue.add('lookup', from('many'), job(`ask ${i}`));
  expect(lines).toHaveLength(3000 - 2000 - 200);
  await setImmediate();
  const settled = jobQueue.stop();
  await endAll();
  await settled;
  expect(begun).toHaveLength(300);
  expect(lines.at(-1)).toBe('jobs dropped at shutdown');
});
