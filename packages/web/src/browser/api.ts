// The one way to call the server: JSON in and out, same origin, never cached, in the language of the
// page. A refused request throws RequestFailed; no connection throws what fetch throws.
import { type ErrorBody, type ErrorCode, errorCodes } from '@brama/contract/errors';
import { userHashHeader } from '@brama/contract/paths';
import { announceRefusal } from './refusals.ts';
import { shownUserHash } from './shown-user.ts';

export class RequestFailed extends Error {
  readonly status: number;
  /** Absent when the answer was not ours, e.g. of a proxy in between. */
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What was wrong where. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, response: Response, body: unknown) {
    super(message);
    const { error } = (body ?? {}) as Partial<ErrorBody>;
    this.status = response.status;
    this.code = errorCodes.find((code) => code === error?.code);
    this.requestId = error?.requestId;
    this.fields = error?.fields ?? {};
    this.retryAfterSeconds = secondsToWait(response.headers.get('retry-after'));
  }
}

/** The server knows no session of this browser. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 401;
}

/** Seconds named by a Retry-After header; its other form, a date, is not used by our server. */
export function secondsToWait(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[1-9]\d{0,4}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

type Call = {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  /** Message of the error when the answer is not ok. */
  failure: string;
  redirect?: RequestRedirect;
  signal?: AbortSignal;
  /** The same request, sent already. */
  early?: Promise<Response> | undefined;
};

function send(path: string, { method = 'GET', body, redirect, signal }: Call): Promise<Response> {
  const userHash = shownUserHash();
  return fetch(path, {
    ...(redirect && { redirect }),
    ...(signal && { signal }),
    method,
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      // also without a body: a request that changes state must not be one that a plain form can send
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(userHash && { [userHashHeader]: userHash }),
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
