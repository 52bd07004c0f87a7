import { expect, test } from 'vitest';
import { RefusedError } from '../../errors.ts';
import { createPatience } from './delayed-refusal.ts';

const refuse = (code: 'busy' | 'sign-in.throttled' | 'unavailable') => () =>
  Promise.reject(new RefusedError(code));

/** How many milliseconds were waited. */
function watched() {
  const paused: number[] = [];
  const patiently = createPatience(async (ms) => void paused.push(ms));
  return { paused, patiently };
}

test.each(['busy', 'sign-in.throttled'] as const)('%s is said a moment later', async (code) => {
  const { paused, patiently } = watched();
  await expect(patiently(refuse(code))).rejects.toMatchObject({ code });
  expect(paused).toHaveLength(1);
  expect(Math.abs((paused[0] ?? 0) - 1000)).toBeLessThanOrEqual(500);
});

test('what is done, and what is wrong for good, is said at once', async () => {
  const { paused, patiently } = watched();
  expect(await patiently(async () => 7)).toBe(7);
  await expect(patiently(refuse('unavailable'))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(patiently(() => Promise.reject(new TypeError()))).rejects.toThrow(TypeError);
  expect(paused).toEqual([]);
});

test('only so many are held; when they have gone there is room again', async () => {
  const waiting: (() => void)[] = [];
  const patiently = createPatience(() => new Promise<void>((resolve) => waiting.push(resolve)));
  const busy = refuse('busy');
  const held = Array.from({ length: 1000 }, () => patiently(busy).catch(() => 'told'));
  await expect(patiently(busy)).rejects.toMatchObject({ code: 'busy' });
  for (const go of waiting.splice(0)) go();
  expect(new Set(await Promise.all(held))).toEqual(new Set(['told']));
  void patiently(busy).catch(() => undefined);
  await Promise.resolve();
  await Promise.resolve();
  expect(waiting).toHaveLength(1);
});
