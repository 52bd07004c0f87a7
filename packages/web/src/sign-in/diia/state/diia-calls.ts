// The calls of the Diia screen, with the meaning of their failures.

import { paths } from '@brama/contract/paths';
import type {
  DiiaAppLinkResponse,
  DiiaCheckRequestResponse,
} from '@brama/contract/sign-in/diia/schemas';
import type { StartSessionRequest } from '@brama/contract/sign-in/schemas';
import { call, RequestFailed } from '../../../browser/api.ts';
import { encodeQuery } from '../../../browser/query-string.ts';
import type { Failure } from './diia-state.ts';
import { timeoutMs } from './timings.ts';

const failure = 'Failed to authenticate';
/** A response from another party (the sign-in page of a public network), or a truncated one. */
const notOurs = 'Not an answer of ours';

function patient(leaving: AbortSignal): AbortSignal {
  return AbortSignal.any([leaving, AbortSignal.timeout(timeoutMs)]);
}

/** `appId` is where the user is going; it becomes part of the page address for another device. */
export async function askLink(
  appId: string | null,
  leaving: AbortSignal,
): Promise<DiiaAppLinkResponse> {
  const path = paths.diiaAppLink + (appId === null ? '' : encodeQuery([['appId', appId]]));
  const answer = (await call(path, { failure, signal: patient(leaving) })) as
    | DiiaAppLinkResponse
    | undefined;
  if (typeof answer?.requestId !== 'string' || typeof answer.deepLink !== 'string')
    throw new Error(notOurs);
  return answer;
}

export async function askStatus(
  requestId: string,
  leaving: AbortSignal,
): Promise<DiiaCheckRequestResponse> {
  const path = paths.diiaCheckRequest + encodeQuery([['requestId', requestId]]);
  const answer = (await call(path, { failure, signal: patient(leaving) })) as
    | DiiaCheckRequestResponse
    | undefined;
  if (answer?.sessionId !== null && typeof answer?.sessionId !== 'string') throw new Error(notOurs);
  return answer;
}

/** Exchanges the sign-in ticket for a session. */
export async function startSession(body: StartSessionRequest, leaving: AbortSignal): Promise<void> {
  const signal = patient(leaving);
  await call(paths.startSession, { method: 'POST', body, failure, signal });
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof RequestFailed)) return { code: undefined };
  const { code, retryAfterSeconds } = error;
  return { code, ...(retryAfterSeconds && { retryAfterMs: retryAfterSeconds * 1000 }) };
}
