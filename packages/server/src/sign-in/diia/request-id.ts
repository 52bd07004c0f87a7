// The id of a request to Diia: base64 of the 32 bytes the person signs.

import { createHash, randomUUID } from 'node:crypto';

export const requestIdForm = /^[A-Za-z0-9+/]{43}=$/;

/** The hash of something nobody else can know. */
export function newRequestId(): string {
  return createHash('sha256').update(randomUUID()).digest('base64');
}

/** Base64 put into an address as it is: its plus signs arrive as spaces. Nothing for any other text. */
export function asRequestId(text: string): string | undefined {
  const repaired = text.replaceAll(' ', '+');
  return requestIdForm.test(repaired) ? repaired : undefined;
}
