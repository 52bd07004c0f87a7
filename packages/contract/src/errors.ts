// The closed table of the error codes that the server may send, with HTTP status and log level. The texts are in
// `packages/web/locales/error-codes.json`; those of a sign-in method in the `words.json` of the method.

import { secondFactorErrors } from './second-factor/second-factor.ts';
import { methodErrors } from './sign-in/methods.ts';

type ErrorRow = { status: number; level: 'debug' | 'info' | 'warn' | 'error' };

export const errorTable = {
  'request.malformed': { status: 400, level: 'debug' },
  'request.invalid': { status: 400, level: 'debug' },
  'request.too-large': { status: 413, level: 'info' },
  'request.unsupported-type': { status: 415, level: 'debug' },
  'request.method-not-allowed': { status: 405, level: 'debug' },
  'request.not-found': { status: 404, level: 'debug' },
  'request.foreign-origin': { status: 403, level: 'warn' },
  'request.timeout': { status: 408, level: 'info' },
  'request.too-many': { status: 429, level: 'info' },
  'sign-in.invalid-credentials': { status: 401, level: 'info' },
  'sign-in.ticket-refused': { status: 401, level: 'info' },
  'sign-in.throttled': { status: 429, level: 'info' },
  ...methodErrors,
  ...secondFactorErrors,
  'recovery.refused': { status: 403, level: 'info' },
  'recovery.link-over': { status: 410, level: 'info' },
  'recovery.over': { status: 410, level: 'info' },
  'secondary-email.invalid': { status: 422, level: 'debug' },
  'secondary-email.primary': { status: 422, level: 'debug' },
  'session.required': { status: 401, level: 'debug' },
  'session.not-recent': { status: 403, level: 'info' },
  'session.second-factor-missing': { status: 403, level: 'info' },
  'session.user-changed': { status: 409, level: 'info' },
  'application.credentials-refused': { status: 401, level: 'warn' },
  'application.ticket-refused': { status: 404, level: 'info' },
  'admin.forbidden': { status: 403, level: 'warn' },
  'admin.higher-role': { status: 403, level: 'warn' },
  'admin.roles-suspended': { status: 403, level: 'warn' },
  'admin.authentication-required': { status: 403, level: 'info' },
  'admin.token-invalid': { status: 401, level: 'info' },
  'admin.not-found': { status: 404, level: 'debug' },
  'admin.conflict': { status: 409, level: 'debug' },
  'admin.version-conflict': { status: 412, level: 'debug' },
  'admin.precondition-required': { status: 428, level: 'debug' },
  'admin.idempotency-key-reused': { status: 422, level: 'info' },
  'admin.gone': { status: 410, level: 'debug' },
  internal: { status: 500, level: 'error' },
  busy: { status: 503, level: 'warn' },
  unavailable: { status: 503, level: 'error' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** The codes that pages can receive. Those of the administration API have their texts in `admin-errors.json`. */
export type PageErrorCode = Exclude<ErrorCode, `admin.${string}`>;

/** Returns whether pages of this release know the code. A server of another release, or a proxy, may send other codes. */
export function isErrorCode(code: unknown): code is PageErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorTable, code) && !code.startsWith('admin.');
}

/** Returns the code that a user quotes to support: the beginning of the request id, which the log contains. */
export function referenceOf(requestId: string): string {
  return requestId.slice(0, 8);
}

/** The body of every error response of the API. `fields` maps the path of an invalid field to a short reason. */
export type ErrorBody = {
  error: { code: ErrorCode; requestId: string; fields?: Record<string, string> };
};
