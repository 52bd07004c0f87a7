// Calls the server: JSON in and out, same origin, never cached, in the language of the page. A refused request throws
// RequestFailed; a missing connection throws the error of `fetch`.
import { type ErrorBody, isErrorCode, type PageErrorCode } from '@brama/contract/errors';
import { userHashHeader } from '@brama/contract/paths';
import { announceRefusal } from './refusals.ts';

/**
 * The hash of the user whose page this is. Every call sends it, so that the server refuses a call from the page of another user than
 * the one signed in.
 */
let shownUserHash: string | undefined;

export function setShownUser(userHash: string | undefined): void {
  shownUserHash = userHash;
}

export class RequestFailed extends Error {
  readonly status: number;
  /** Undefined if the response is not from Brama, e.g. from a proxy. */
  readonly code: PageErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Field name → error of the field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, response: Response, body: unknown) {
    super(message);
    const { error } = (body ?? {}) as Partial<ErrorBody>;
    this.status = response.status;
    this.code = isErrorCode(error?.code) ? error.code : undefined;
    this.requestId = error?.requestId;
    this.fields = error?.fields ?? {};
    this.retryAfterSeconds = secondsToWait(response.headers.get('retry-after'));
  }
}

/** Returns whether the error says that this browser has no session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 401;
}

/** Returns the seconds of a Retry-After header. Our server does not use its other form, a date. */
export function secondsToWait(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[1-9]\d{0,4}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

type Call = {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  /** Message of the error if the response is not ok. */
  failure: string;
  redirect?: RequestRedirect;
  signal?: AbortSignal;
  /** The pending response, if the same request has been sent already. */
  early?: Promise<Response> | undefined;
};

function send(path: string, { method = 'GET', body, redirect, signal }: Call): Promise<Response> {
  return fetch(path, {
    ...(redirect && { redirect }),
    ...(signal && { signal }),
    method,
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      // also without a body: a plain form must not be able to send a request that changes state
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(shownUserHash && { [userHashHeader]: shownUserHash }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    cache: 'no-store',
    credentials: 'same-origin',
  });
}

export async function call(path: string, request: Call) {
  const response = await (request.early ?? send(path, request));
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const failed = new RequestFailed(request.failure, response, answer);
  if (failed.code) announceRefusal(failed.code);
  throw failed;
}
