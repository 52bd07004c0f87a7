import { expect, test } from 'vitest';
import { medianRange } from './figures.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => count - at);

// the table of the sign test, two-sided, 5 %
test.each([
  [0, undefined],
  [5, undefined],
  [6, [1, 6]],
  [8, [1, 8]],
  [9, [2, 8]],
  [10, [2, 9]],
  [20, [6, 15]],
] as const)('confidence interval of the median of %d values: ranks %j', (count, range) =>
  expect(medianRange(upTo(count))).toEqual(range),
);
