// The id of a request to Diia: base64 of the 32 bytes that the person signs.

import { createHash, randomUUID } from 'node:crypto';

export const requestIdForm = /^[A-Za-z0-9+/]{43}=$/;

/** Returns the hash of a random value, so that an attacker cannot guess the id. */
export function newRequestId(): string {
  return createHash('sha256').update(randomUUID()).digest('base64');
}

/** Restores the plus signs that an unescaped query turns into spaces. Returns undefined for any other text. */
export function asRequestId(text: string): string | undefined {
  const repaired = text.replaceAll(' ', '+');
  return requestIdForm.test(repaired) ? repaired : undefined;
}
