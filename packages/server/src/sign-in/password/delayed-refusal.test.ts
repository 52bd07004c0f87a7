import { expect, test } from 'vitest';
import { RequestError } from '../../errors.ts';
import { createDelayedRefusal } from './delayed-refusal.ts';

const refuse = (code: 'busy' | 'sign-in.throttled' | 'unavailable') => () =>
  Promise.reject(new RequestError(code));

/** Records the waits, in milliseconds. */
function watched() {
  const paused: number[] = [];
  const delayRefusal = createDelayedRefusal(async (ms) => void paused.push(ms));
  return { paused, delayRefusal };
}

test.each(['busy', 'sign-in.throttled'] as const)(
  'the error %s is sent after a delay',
  async (code) => {
    const { paused, delayRefusal } = watched();
    await expect(delayRefusal(refuse(code))).rejects.toMatchObject({ code });
    expect(paused).toHaveLength(1);
    expect(Math.abs((paused[0] ?? 0) - 1000)).toBeLessThanOrEqual(500);
  },
);

test('successes and other errors are sent at once', async () => {
  const { paused, delayRefusal } = watched();
  expect(await delayRefusal(async () => 7)).toBe(7);
  await expect(delayRefusal(refuse('unavailable'))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(delayRefusal(() => Promise.reject(new TypeError()))).rejects.toThrow(TypeError);
  expect(paused).toEqual([]);
});

test('the number of delayed responses is limited, and places become free again', async () => {
  const waiting: (() => void)[] = [];
  const delayRefusal = createDelayedRefusal(
    () => new Promise<void>((resolve) => waiting.push(resolve)),
  );
  const busy = refuse('busy');
  const held = Array.from({ length: 1000 }, () => delayRefusal(busy).catch(() => 'told'));
  await expect(delayRefusal(busy)).rejects.toMatchObject({ code: 'busy' });
  for (const go of waiting.splice(0)) go();
  expect(new Set(await Promise.all(held))).toEqual(new Set(['told']));
  void delayRefusal(busy).catch(() => undefined);
  await Promise.resolve();
  await Promise.resolve();
  expect(waiting).toHaveLength(1);
});
