// The check digit of Ukrainian tax numbers, and the setting that turns the check off.

import { expect, test } from 'vitest';
import { createTaxIdCheck, hasCheckDigit } from './tax-id.ts';

test.each([
  ['3184710691', true],
  ['3184710692', false],
  // two digits changed places
  ['3184701691', false],
  // the remainder 10 stands for 0
  ['2987654320', true],
  // a negative sum
  ['9000000002', true],
  ['9000000009', false],
])('%s: %s', (taxId, expected) => {
  expect(hasCheckDigit(taxId)).toBe(expected);
});

test('the check can be turned off', () => {
  expect(createTaxIdCheck({ checksDigit: true })('3184710692')).toContain('check digit');
  expect(createTaxIdCheck({ checksDigit: false })('3184710692')).toBeUndefined();
});
