// A tax number encrypted in one column of a table, bound to its row by the encryption context.

import { decryptOrThrow, type Encryption } from '../crypto/encryption.ts';

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
