// Tax numbers in files: their check digit, and zeros that a spreadsheet has dropped.

import { expect, test } from 'vitest';
import { taxIdFrom } from '../../../../test/support/tax-ids.ts';
import { readTaxNumber } from './tax-number.ts';

const checked = { checksDigit: true };

test.each([
  ['3184710691', '3184710691'],
  [' 3184 710 691 ', '3184710691'],
  ['3184710692', 'tax-number-check-digit'],
  ['318471069', 'tax-number-check-digit'],
  ['31847106911', 'invalid-tax-number'],
  ['3,18E+09', 'invalid-tax-number'],
  ['АА123456', 'invalid-tax-number'],
  ['٣١٨٤٧١٠٦٩١', 'invalid-tax-number'],
  ['0000000000', 'invalid-tax-number'],
  ['00000000', 'invalid-tax-number'],
  ['1', 'invalid-tax-number'],
])('%s', (text, expected) => {
  const read = readTaxNumber(text, checked);
  expect('taxId' in read ? read.taxId : read.rejected).toBe(expected);
});

test('lost zeros come back if the check digit fits', () => {
  const [one, two] = ['012345678', '001234567'].map((digits) => {
    const found = Array.from({ length: 10 }, (_, last) => `${digits}${last}`).filter(
      (taxId) => !('rejected' in readTaxNumber(taxId, checked)),
    );
    expect(found.length).toBe(1);
    return found[0] ?? '';
  });
  expect(readTaxNumber(one?.slice(1) ?? '', checked)).toEqual({ taxId: one });
  expect(readTaxNumber(two?.slice(2) ?? '', checked)).toEqual({ taxId: two });
});

test('without the check, ten digits are accepted, and shorter ones still need it', () => {
  const unchecked = { checksDigit: false };
  expect(readTaxNumber('3184710692', unchecked)).toEqual({ taxId: '3184710692' });
  expect(readTaxNumber('318471069', unchecked)).toEqual({ rejected: 'tax-number-check-digit' });
  expect(readTaxNumber(taxIdFrom(300000000), unchecked)).toHaveProperty('taxId');
});
