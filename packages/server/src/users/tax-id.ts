// Tax numbers are stored only as a keyed hash, by which users are found. Without TAX_ID_KEY the hash is useless.

import { createHmac, type KeyObject } from 'node:crypto';

/** Returns whether the text has ten digits, the form of the Ukrainian taxpayer number (RNOKPP). */
export function isTaxId(text: string): boolean {
  return /^[0-9]{10}$/.test(text);
}

/** Returns HMAC-SHA-256 in base64url. `key` is TAX_ID_KEY; a KeyObject is six times as fast as a Buffer. */
export function hashTaxId(taxId: string, key: KeyObject): string {
  return createHmac('sha256', key).update(taxId).digest('base64url');
}
