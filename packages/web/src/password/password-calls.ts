// Sends a chosen password to the server and describes the result.

import { paths } from '@brama/contract/paths';
import { type PasswordIssue, passwordIssues } from '@brama/contract/sign-in/password/method';
import type { ChangePasswordRequest } from '@brama/contract/sign-in/password/schemas';
import { call, RequestFailed } from '../browser/api.ts';

const timeoutMs = 15_000;

export type SaveFailure =
  | { reason: 'wrong' }
  | { reason: 'refused'; fault: PasswordIssue }
  | { reason: 'throttled'; retryAfterSeconds: number }
  | { reason: 'other'; error: unknown };

/** The session has ended, the sign-in is too old, or the second factor is missing. */
type SignInFirst = { reason: 'sign-in' };

const confirmable: readonly unknown[] = [
  'session.required',
  'session.not-recent',
  'session.second-factor-missing',
];

function failureOf(error: unknown): SaveFailure | SignInFirst {
  if (!(error instanceof RequestFailed)) return { reason: 'other', error };
  const fault = passwordIssues.find((one) => one === error.fields['newPassword']);
  if (error.code === 'password.refused' && fault) return { reason: 'refused', fault };
  if (error.code === 'password.wrong') return { reason: 'wrong' };
  if (confirmable.includes(error.code)) return { reason: 'sign-in' };
  if (error.code === 'sign-in.throttled')
    return { reason: 'throttled', retryAfterSeconds: error.retryAfterSeconds ?? 60 };
  return { reason: 'other', error };
}

/** Returns the failure, or undefined when the password is saved. */
export async function savePassword(
  body: ChangePasswordRequest,
): Promise<SaveFailure | SignInFirst | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    await call(paths.password, { method: 'POST', body, failure: 'Failed to save', signal });
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}
