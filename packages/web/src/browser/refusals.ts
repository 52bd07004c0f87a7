// Publishes error codes of the server within this page. Some of them concern the whole page, whichever call failed.
import type { ErrorCode } from '@brama/contract/errors';

const refusals = new EventTarget();

export function announceRefusal(code: ErrorCode): void {
  refusals.dispatchEvent(new Event(code));
}

/** Returns the unsubscribe function. */
export function onRefusal(code: ErrorCode, listener: () => void): () => void {
  refusals.addEventListener(code, listener);
  return () => refusals.removeEventListener(code, listener);
}
