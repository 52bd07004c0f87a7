// The error that rejects a request. The table in `packages/contract/src/errors.ts` lists its codes.

import type { ErrorCode } from '@brama/contract/errors';
import type { ErrorFacts } from './audit/security-events.ts';

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
