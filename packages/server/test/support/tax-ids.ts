// Invented tax numbers with a right check digit.

import { hasCheckDigit } from '../../src/users/tax-id.ts';

/** Returns the tax number that begins with these nine digits. */
export function taxIdFrom(nineDigits: number): string {
  const found = Array.from({ length: 10 }, (_, digit) => `${nineDigits}${digit}`).find(
    hasCheckDigit,
  );
  if (found === undefined) throw new Error('a check digit is missing');
  return found;
}
