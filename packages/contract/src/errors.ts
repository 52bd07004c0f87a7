// Every error code the server may send. The server gives each a status (its errors.ts), the browser
// owns the words; both are complete by type.

import { methodErrorCodes } from './sign-in/methods.ts';

export const errorCodes = [
  'request.malformed',
  'request.invalid',
  'request.too-large',
  'request.unsupported-type',
  'request.method-not-allowed',
  'request.not-found',
  'request.foreign-origin',
  'request.timeout',
  'request.too-many',
  'sign-in.invalid-credentials',
  'sign-in.ticket-refused',
  'sign-in.throttled',
  ...methodErrorCodes,
  'session.required',
  'session.not-recent',
  'session.user-changed',
  'application.credentials-refused',
  'application.ticket-refused',
  'internal',
  'busy',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Returns the code that a user quotes: the beginning of the id of the request, by which the log is searched. */
export function referenceOf(requestId: string): string {
  return requestId.slice(0, 8);
}

/** The body of every error answer of the API. `fields` names what was wrong: path → short reason. */
export type ErrorBody = {
  error: { code: ErrorCode; requestId: string; fields?: Record<string, string> };
};
