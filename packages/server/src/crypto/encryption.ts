// Encryption at rest: AES-256-GCM under DATA_KEY. The context (which record, which field) is authenticated
// along, so that a sealed value is worth nothing in any other place.

import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

export type Encryption = {
  encrypt(text: string, context: string): string;
  /** Nothing for what was damaged, sealed elsewhere or with another key. */
  decrypt(sealed: string, context: string): string | undefined;
};

const version = 'v1.';
const ivBytes = 12;
const tagBytes = 16;

/** Opens what must open. @throws when it does not: nobody may take that for a value that is not there. */
export function decryptOrThrow(encryption: Encryption, sealed: string, context: string): string {
  const text = encryption.decrypt(sealed, context);
  if (text === undefined)
    throw new Error('cannot open a sealed value: DATA_KEY has changed, or the row is damaged');
  return text;
}

/** `dataKey`: 32 bytes. */
export function createEncryption(dataKey: Buffer): Encryption {
  const key = createSecretKey(dataKey);
  return {
    encrypt(text, context) {
      // random: at our numbers far from the 2^32 values NIST SP 800-38D §8.3 allows one key
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
      return version + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
    },
    decrypt(sealed, context) {
      const text = sealed.slice(version.length);
      const bytes = Buffer.from(text, 'base64url');
      if (!sealed.startsWith(version) || bytes.length < ivBytes + tagBytes) return undefined;
      // one sealed value has one spelling: Node passes over letters that do not belong
      if (bytes.toString('base64url') !== text) return undefined;
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), options);
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        const opened = decipher.update(bytes.subarray(ivBytes, -tagBytes));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
