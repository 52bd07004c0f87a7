// Keys for one purpose each, derived from DATA_KEY with HKDF (RFC 5869). A leaked key reveals no other key.

import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export function deriveKey(dataKey: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', `brama ${purpose}`, 32)));
}
