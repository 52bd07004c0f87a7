// Days as files write them.

import { expect, test } from 'vitest';
import { readDay } from './dates.ts';

test.each([
  ['2026-09-01', '2026-09-01'],
  ['2026-09-01T00:00:00.000Z', '2026-09-01'],
  ['2026-09-01 00:00:00', '2026-09-01'],
  ['01.09.2026', '2026-09-01'],
  ['1.9.2026', '2026-09-01'],
  ['01.09.2026 0:00:00', '2026-09-01'],
  [' 29.02.2028 ', '2028-02-29'],
  ['46266', '2026-09-01'],
  ['', null],
  [' ', null],
  ['01.01.0001 0:00:00', null],
  ['31.02.2026', undefined],
  ['29.02.2027', undefined],
  ['00.01.2026', undefined],
  ['01.13.2026', undefined],
  ['2026-02-30', undefined],
  ['01.09.26', undefined],
  ['09/01/2026', undefined],
  ['2026-09-01T12:00:00Z', undefined],
  ['2026', undefined],
  ['99999', undefined],
  ['46266.5', undefined],
  ['завтра', undefined],
])('%s', (text, day) => expect(readDay(text)).toBe(day));
