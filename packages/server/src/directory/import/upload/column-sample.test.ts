import { expect, test } from 'vitest';
import { isLikeTaxNumber } from './column-sample.ts';

test.each([
  '3184710691',
  '84710691',
  '3184 710\u00a0691',
  '318-471-0691',
  '3184710691.0',
  '3.184710691E9',
  '3,18471E+09',
  'РНОКПП 3184710691',
])('%s may be a tax number', (value) => {
  expect(isLikeTaxNumber(value)).toBe(true);
});

test.each(['КВ 12345678', '1234567', '20.10.2005', '2005-10-20 00:00', 'ФІОТ', ''])(
  '%s is no tax number',
  (value) => {
    expect(isLikeTaxNumber(value)).toBe(false);
  },
);
