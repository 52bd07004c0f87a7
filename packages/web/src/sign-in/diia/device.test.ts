import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

test.each([
  [767, false, false, 'phone'],
  [768, false, false, 'desktop'],
  [768, true, false, 'tablet'],
  [844, true, true, 'phone'],
  [1280, false, true, 'desktop'],
] as const)('%i px, coarse %s, mobile %s → %s', (widthPx, coarse, mobile, device) =>
  expect(deviceOf({ widthPx, coarse, mobile })).toBe(device),
);
