// Reads a tax number (РНОКПП) of a file. A spreadsheet that takes it for a number drops its leading zeros. Pure. No result repeats a value
// that is refused.

import type { FieldReason } from '@brama/contract/admin/imports/codes';
import { hasCheckDigit } from '../../../users/tax-id.ts';

export type TaxNumber = { taxId: string } | { rejected: FieldReason };

/** The one number of zeros alone has a right check digit, and belongs to no person. */
const noNumber = '0'.repeat(10);

/**
 * Returns the ten digits. Eight or nine digits get the zeros back only if the check digit then fits. `checksDigit` is TAX_ID_CHECK_DIGIT; it
 * matters for ten digits alone.
 */
export function readTaxNumber(text: string, { checksDigit }: { checksDigit: boolean }): TaxNumber {
  const digits = text.replaceAll(/[\s\u00a0]/gu, '');
  if (!/^\d{8,10}$/.test(digits) || digits.padStart(10, '0') === noNumber)
    return { rejected: 'invalid-tax-number' };
  const taxId = digits.padStart(10, '0');
  const isChecked = checksDigit || digits.length < 10;
  return isChecked && !hasCheckDigit(taxId) ? { rejected: 'tax-number-check-digit' } : { taxId };
}

/** Returns whether a text of another field is ten digits that a tax number may have. */
export const looksLikeTaxNumber = (text: string): boolean =>
  /^\d{10}$/.test(text.replaceAll(/\s/gu, '')) &&
  'taxId' in readTaxNumber(text, { checksDigit: true });
