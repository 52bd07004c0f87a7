// The error that rejects a request. The table in `packages/contract/src/errors.ts` lists its codes.

import type { Problem } from '@brama/contract/admin/route';
import type { ErrorCode } from '@brama/contract/errors';
import type { ErrorFacts } from './audit/security-events.ts';

/** What is wrong with one value of a request: its path, and a short English reason that never contains the value. */
export type FieldIssue = { path: readonly (string | number)[]; reason: string };

/** Why the administration refuses a caller or a file. */
export type Refusal = Pick<Problem, 'permission' | 'reason' | 'fileReason'>;

type Details = {
  /** Path in the request → short English reason. Never contains a value of the request. */
  fields?: Record<string, string>;
  /** The same, for paths in which a name may contain a dot. */
  issues?: readonly FieldIssue[];
  /** What the caller lacks, with `admin.forbidden`; why a file cannot be read. */
  refusal?: Refusal;
  retryAfterSeconds?: number;
  cause?: unknown;
  /** The thrower has logged the reason, once for all requests that it rejects. */
  alreadyLogged?: boolean;
  /** Facts for the security event of this error. */
  facts?: ErrorFacts;
};

/** Returns the issues of `fields`. */
const issuesOf = (fields: Record<string, string>): FieldIssue[] =>
  Object.entries(fields).map(([path, reason]) => ({
    path: path === wholeBody ? [] : path.split('.'),
    reason,
  }));

/** Stands in `fields` for the body itself. */
const wholeBody = 'body';

/** Returns the first issue of each path. */
export function firstOfEach(issues: readonly FieldIssue[]): FieldIssue[] {
  const first = new Map<string, FieldIssue>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (!first.has(field)) first.set(field, issue);
  }
  return [...first.values()];
}

/** Returns the path of each field with its reason. A field may have the name `constructor`. */
export const fieldsOf = (issues: readonly FieldIssue[]): Record<string, string> =>
  Object.fromEntries(
    firstOfEach(issues).map(({ path, reason }) => [path.join('.') || wholeBody, reason]),
  );

/** Rejects a request. Only `code`, the issues, the refusal and the retry hint leave the server. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly code: ErrorCode;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly refusal: Refusal | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly alreadyLogged: boolean;
  readonly facts: ErrorFacts | undefined;

  get fields(): Record<string, string> | undefined {
    return this.issues && fieldsOf(this.issues);
  }

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.issues = details.issues ?? (details.fields && issuesOf(details.fields));
    this.refusal = details.refusal;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.alreadyLogged = details.alreadyLogged ?? false;
    this.facts = details.facts;
  }
}

/** Rejects the current request. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new RequestError(code, details);
}
