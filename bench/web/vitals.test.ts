import { expect, test } from 'vitest';
import { blockingMs, layoutShift } from './vitals.ts';

test('blocking time sums the parts of long tasks beyond 50 ms after the first paint', () => {
  const longTasks: [number, number][] = [
    [0, 300],
    [450, 100],
    [900, 70],
  ];
  expect(blockingMs({ fcpMs: 500, longTasks })).toBe(0 + 0 + 20);
  expect(blockingMs({ fcpMs: 480, longTasks })).toBe(0 + 20 + 20);
  expect(blockingMs({ fcpMs: 0, longTasks })).toBe(250 + 50 + 20);
});

test.each<[string, [number, number][], number]>([
  ['none', [], 0],
  [
    'one burst adds up',
    [
      [0, 0.1],
      [900, 0.1],
    ],
    0.2,
  ],
  [
    'a pause begins anew',
    [
      [0, 0.1],
      [1_001, 0.05],
    ],
    0.1,
  ],
  ['a burst ends after 5 s', [0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => [at, 1]), 6],
])('layout shift: %s', (_, shifts, worst) => expect(layoutShift(shifts)).toBeCloseTo(worst));
