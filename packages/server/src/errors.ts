// The closed table of error codes with their HTTP status and log level. The browser owns the words.

import type { ErrorCode } from '@brama/contract/errors';
import { methodErrors } from '@brama/contract/sign-in/methods';
import type { ErrorFacts } from './audit/security-events.ts';

type ErrorRow = { status: number; level: 'debug' | 'info' | 'warn' | 'error' };

export const errorTable: Record<ErrorCode, ErrorRow> = {
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
  'session.required': { status: 401, level: 'debug' },
  'session.not-recent': { status: 403, level: 'info' },
  'session.user-changed': { status: 409, level: 'info' },
  'application.credentials-refused': { status: 401, level: 'warn' },
  'application.ticket-refused': { status: 404, level: 'info' },
  internal: { status: 500, level: 'error' },
  busy: { status: 503, level: 'warn' },
  unavailable: { status: 503, level: 'error' },
};

type Details = {
  /** Path in the request → short English reason. Never contains a value of the request. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
  /** The thrower has logged the reason, once for all requests that it rejects. */
  alreadyLogged?: boolean;
  /** Facts for the security event of this error. */
  facts?: ErrorFacts;
};

/** Rejects a request. Only `code`, `fields` and the retry hint leave the server. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly alreadyLogged: boolean;
  readonly facts: ErrorFacts | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.alreadyLogged = details.alreadyLogged ?? false;
    this.facts = details.facts;
  }
}

/** Rejects the current request. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new RequestError(code, details);
}
