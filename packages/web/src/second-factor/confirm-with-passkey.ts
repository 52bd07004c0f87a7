// Confirms with a passkey: asks the server for options, the browser for the passkey, and sends its response. Loaded when the
// user presses the button.
import type { Language } from '@brama/contract/paths';
import type { SecondFactorOptionsResponse } from '@brama/contract/second-factor/schemas';
import { verifyPaths } from '@brama/contract/second-factor/second-factor';
import { startAuthentication } from '@simplewebauthn/browser';
import { appsHref } from '../browser/address.ts';
import { call, RequestFailed } from '../browser/api.ts';
import { announce } from '../session/session-broadcast.ts';

const timeoutMs = 15_000;
const failure = 'Failed to confirm with a passkey';

export type PasskeyFailure = { reason: 'cancelled' } | { reason: 'refused'; error: unknown };

/** @throws the error of a request, or of the browser if the user has chosen no passkey. */
async function confirm(): Promise<void> {
  const request = () => ({
    method: 'POST' as const,
    failure,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await call(verifyPaths.passkeyOptions, request());
  const { options: optionsJSON } = answer as SecondFactorOptionsResponse;
  const credential = await startAuthentication({ optionsJSON });
  await call(verifyPaths.passkey, { ...request(), body: { credential } });
}

/** Leaves the page, or returns the failure. */
export async function confirmWithPasskey(language: Language): Promise<PasskeyFailure | undefined> {
  try {
    await confirm();
  } catch (error) {
    const isOver = error instanceof RequestFailed && error.code === 'second-factor.over';
    // the server leads to the page where the user continues
    if (isOver) return location.reload() as undefined;
    const { name } = error as Error;
    // the user has cancelled, or the time is over; browsers do not say which
    if (name === 'NotAllowedError' || name === 'AbortError') return { reason: 'cancelled' };
    return { reason: 'refused', error };
  }
  announce('signed-in');
  // `replace`, so that Back does not lead to a sign-in that is over
  location.replace(appsHref(language, location.search));
  return undefined;
}
