// The calls of the screen, and what their failures mean to it.
import type { DiiaAppLinkAnswer, DiiaCheckRequestAnswer } from '@brama/contract/diia';
import { paths } from '@brama/contract/paths';
import { call, RequestFailed } from '../api.ts';
import { encodeQuery } from '../query-string.ts';
import type { Failure } from './diia-state.ts';
import { patienceMs } from './timings.ts';

const failure = 'Failed to authenticate';

function patient(leaving: AbortSignal): AbortSignal {
  return AbortSignal.any([leaving, AbortSignal.timeout(patienceMs)]);
}

/** `appId`: where the user is going, for the address of this page on another device. */
export async function askLink(
  appId: string | null,
  leaving: AbortSignal,
): Promise<DiiaAppLinkAnswer> {
  const path = paths.diiaAppLink + (appId === null ? '' : encodeQuery([['appId', appId]]));
  const answer = await call(path, { failure, signal: patient(leaving) });
  return answer as DiiaAppLinkAnswer;
}

export async function askStatus(
  requestId: string,
  leaving: AbortSignal,
): Promise<DiiaCheckRequestAnswer> {
  const path = paths.diiaCheckRequest + encodeQuery([['requestId', requestId]]);
  return (await call(path, { failure, signal: patient(leaving) })) as DiiaCheckRequestAnswer;
}

/** Turns the sign-in ticket into a session. */
export async function startSession(sessionId: string, leaving: AbortSignal): Promise<void> {
  const signal = patient(leaving);
  await call(paths.startSession, { method: 'POST', body: { sessionId }, failure, signal });
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof RequestFailed)) return { code: undefined };
  const { code, retryAfterSeconds } = error;
  return { code, ...(retryAfterSeconds && { retryAfterMs: retryAfterSeconds * 1000 }) };
}
