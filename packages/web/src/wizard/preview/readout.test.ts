import { options } from '@brama/signin-button/options';
import { expect, test } from 'vitest';
import { contrastOf, least, measure } from './readout.tsx';

test.each([
  ['#000', '#fff', 21],
  ['#ffffff', '#fff', 1],
  ['#fff', '#3a3fd4', 7.3],
  // 4.48 is below the limit and must not be rounded up
  ['#777777', '#ffffff', 4.4],
])('the contrast of %s on %s is %d', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBe(ratio);
  expect(contrastOf(other, one)).toBe(ratio);
});

test('every button style has sufficient contrast and target size', () => {
  for (const color of options.color.values)
    for (const size of options.size.values) {
      const { contrast, targetPx } = measure({ color, size });
      expect(contrast).toBeGreaterThanOrEqual(least.contrast);
      expect(targetPx).toBeGreaterThanOrEqual(least.targetPx);
    }
});
