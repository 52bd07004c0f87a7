// Keys for one purpose each, derived from DATA_KEY (HKDF, RFC 5869): nobody who learns one learns another.

import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export function deriveKey(dataKey: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', `brama ${purpose}`, 32)));
}
