// The fingerprint of a key: two keys are compared by it, and it reveals neither.

import { deriveKey } from './keys.ts';

/** Returns 16 hexadecimal digits in groups of four. */
export function fingerprintOf(key: Buffer): string {
  const bytes = deriveKey(key, 'fingerprint of a key').export().subarray(0, 8);
  return (bytes.toString('hex').match(/.{4}/g) ?? []).join('-');
}
