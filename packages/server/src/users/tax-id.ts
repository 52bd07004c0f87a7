// Tax numbers are never stored: users are found by a keyed hash, which is worth nothing without TAX_ID_KEY.

import { createHmac, type KeyObject } from 'node:crypto';

/** Ten digits: the Ukrainian registration number of a taxpayer. */
export function isTaxId(text: string): boolean {
  return /^[0-9]{10}$/.test(text);
}

/** HMAC-SHA-256 in base64url; `key` is TAX_ID_KEY, as a KeyObject since that is six times as fast. */
export function hashTaxId(taxId: string, key: KeyObject): string {
  return createHmac('sha256', key).update(taxId).digest('base64url');
}
