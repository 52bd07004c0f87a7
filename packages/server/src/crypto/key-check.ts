// Check values of the keys: they tell another key without revealing anything of it, because the keys are random.

import { createHmac } from 'node:crypto';
import { deriveKey } from './keys.ts';

type KeySetting = 'TAX_ID_KEY' | 'DATA_KEY';

/** Returns HMAC-SHA-256 in hexadecimal. The same bytes as another setting yield another value. */
export function checkValueOf(setting: KeySetting, key: Buffer): string {
  return createHmac('sha256', deriveKey(key, 'check values of keys')).update(setting).digest('hex');
}

/** Returns the first 64 bits of a check value in groups of four digits, for people who compare two keys. */
export function fingerprintOf(checkValue: string): string {
  return (checkValue.slice(0, 16).match(/.{4}/g) ?? []).join('-');
}

/** Returns the fingerprint of a key, as `keys check` prints it. */
export const keyFingerprint = (setting: KeySetting, key: Buffer): string =>
  fingerprintOf(checkValueOf(setting, key));
