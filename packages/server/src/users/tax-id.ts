// Tax numbers of users are stored as a keyed hash, by which users are found. Without TAX_ID_KEY the hash is useless. The
// number itself is stored only for a sign-in or a session, encrypted and bound to its row.

import { createHmac, type KeyObject } from 'node:crypto';
import { decryptOrThrow, type Encryption } from '../crypto/encryption.ts';

/** Weights of the first nine digits. */
const weights = [-1, 5, 7, 9, 4, 6, 10, 5, 7];

/** Returns whether the last of ten digits is the check digit of the others. */
export function hasCheckDigit(taxId: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(taxId[index]), 0);
  // the remainder of a negative sum is negative in JavaScript
  return (((sum % 11) + 11) % 11) % 10 === Number(taxId[9]);
}

/** Returns why a new tax number of ten digits is refused. */
export type ValidateTaxId = (taxId: string) => string | undefined;

/** `checksDigit` is TAX_ID_CHECK_DIGIT. */
export function createTaxIdCheck({ checksDigit }: { checksDigit: boolean }): ValidateTaxId {
  return (taxId) =>
    !checksDigit || hasCheckDigit(taxId)
      ? undefined
      : 'has a wrong check digit: look for a typing error';
}

/** Returns HMAC-SHA-256 in base64url. `key` is TAX_ID_KEY; a KeyObject is six times as fast as a Buffer. */
export function hashTaxId(taxId: string, key: KeyObject): string {
  return createHmac('sha256', key).update(taxId).digest('base64url');
}

export type EncryptedTaxId = {
  /** Returns the value to store in the row `id`; null without a tax number. */
  encrypt(id: string, taxId: string | undefined): string | null;
  /** @throws an Error when the stored value cannot be decrypted, so that it is never taken for a missing one. */
  decrypt(id: string, stored: string | null): string | undefined;
};

/** `contextOf` returns the encryption context of a row. It must never change: stored rows depend on it. */
export function createEncryptedTaxId(
  encryption: Encryption,
  contextOf: (id: string) => string,
): EncryptedTaxId {
  return {
    encrypt: (id, taxId) => (taxId === undefined ? null : encryption.encrypt(taxId, contextOf(id))),
    decrypt: (id, stored) =>
      stored === null ? undefined : decryptOrThrow(encryption, stored, contextOf(id)),
  };
}
