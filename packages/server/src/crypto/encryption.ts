// Encryption at rest: AES-256-GCM under DATA_KEY. The context names the record and the field. It is authenticated, so that an
// encrypted value is useless in another place.

import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

export type Encryption = {
  encrypt(value: string | Buffer, context: string): string;
  /** Returns undefined for a damaged value, another context or another key. */
  decrypt(encrypted: string, context: string): string | undefined;
  /** Does the same for a value that is no text. */
  decryptBytes(encrypted: string, context: string): Buffer | undefined;
};

const version = 'v1.';
const ivBytes = 12;
const tagBytes = 16;

/** Decrypts a stored value. @throws an Error if it cannot be decrypted, which must not look like a missing value. */
export function decryptOrThrow(encryption: Encryption, encrypted: string, context: string): string {
  const text = encryption.decrypt(encrypted, context);
  if (text === undefined)
    throw new Error('cannot decrypt a stored value: DATA_KEY has changed, or the row is damaged');
  return text;
}

/** `dataKey`: 32 bytes. */
export function createEncryption(dataKey: Buffer): Encryption {
  const key = createSecretKey(dataKey);
  function decryptBytes(encrypted: string, context: string): Buffer | undefined {
    const text = encrypted.slice(version.length);
    const bytes = Buffer.from(text, 'base64url');
    if (!encrypted.startsWith(version) || bytes.length < ivBytes + tagBytes) return undefined;
    // an encrypted value has one spelling: Node ignores characters that are not base64url
    if (bytes.toString('base64url') !== text) return undefined;
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), options);
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
    try {
      const opened = decipher.update(bytes.subarray(ivBytes, -tagBytes));
      return Buffer.concat([opened, decipher.final()]);
    } catch {
      return undefined;
    }
  }
  return {
    encrypt(value, context) {
      // random: far fewer values than the 2^32 that NIST SP 800-38D §8.3 allows one key
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(context));
      const clear = typeof value === 'string' ? Buffer.from(value) : value;
      const bytes = Buffer.concat([iv, cipher.update(clear), cipher.final()]);
      return version + Buffer.concat([bytes, cipher.getAuthTag()]).toString('base64url');
    },
    decrypt: (encrypted, context) => decryptBytes(encrypted, context)?.toString('utf8'),
    decryptBytes,
  };
}
