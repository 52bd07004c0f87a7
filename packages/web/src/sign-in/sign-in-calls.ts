// Signs in with a password: the first call verifies it, the second exchanges its ticket for a session. Nothing is
// kept between attempts, so a retry starts from the beginning.
import { paths } from '@brama/contract/paths';
import type { MethodNotice } from '@brama/contract/sign-in/methods';
import type { SignInRequest, SignInResponse } from '@brama/contract/sign-in/password/schemas';
import type { StartSessionResponse } from '@brama/contract/sign-in/schemas';
import { call, RequestFailed } from '../browser/api.ts';

const signInTimeoutMs = 15_000;

export type SignInFailure =
  | { reason: 'invalid-credentials' | 'unavailable' | 'offline' }
  | { reason: MethodNotice }
  | { reason: 'busy' | 'throttled'; retryAfterSeconds?: number | undefined };

/** Returns what to show after an error. Only the first call can mean a wrong password. */
export function failureOf(error: unknown, step: 'prove' | 'start', online: boolean): SignInFailure {
  if (error instanceof RequestFailed) {
    if (error.code === 'busy')
      return { reason: 'busy', retryAfterSeconds: error.retryAfterSeconds };
    if (error.code === 'sign-in.throttled')
      return { reason: 'throttled', retryAfterSeconds: error.retryAfterSeconds };
    const refused = error.status === 400 || error.status === 401;
    return { reason: step === 'prove' && refused ? 'invalid-credentials' : 'unavailable' };
  }
  return { reason: online ? 'unavailable' : 'offline' };
}

/** Returns the failure, the next page if the sign-in lacks a step, or undefined when the user is signed in. */
export async function signIn(
  credentials: SignInRequest,
  sharedComputer: boolean,
): Promise<SignInFailure | StartSessionResponse['next']> {
  const signal = AbortSignal.timeout(signInTimeoutMs);
  let step: 'prove' | 'start' = 'prove';
  try {
    const proof = {
      method: 'POST',
      body: credentials,
      failure: 'Failed to login',
      signal,
    } as const;
    const { sessionId } = (await call(paths.signIn, proof)) as SignInResponse;
    step = 'start';
    const body = { sessionId, sharedComputer };
    const start = { method: 'POST', body, failure: 'Failed to authenticate', signal } as const;
    return ((await call(paths.startSession, start)) as StartSessionResponse).next;
  } catch (error) {
    return failureOf(error, step, navigator.onLine);
  }
}
