// Creates a passkey in this browser: asks the server for options, and the browser for the passkey. Loaded when the user wants to
// add one.

import type { NewPasskeyOptionsResponse } from '@brama/contract/sign-in/passkey/schemas';
import { type RegistrationResponseJSON, startRegistration } from '@simplewebauthn/browser';
import { call } from '../api.ts';
import { PasskeyNotCreated } from './passkey-not-created.ts';

const timeoutMs = 15_000;

/** Returns why the browser has created no passkey. */
function reasonOf(error: unknown): PasskeyNotCreated['reason'] {
  const { name } = error as Error;
  // the passkey exists: `excludeCredentials` contains it
  if (name === 'InvalidStateError') return 'here-already';
  // the user has cancelled, or the time is over; browsers do not say which
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'not-possible';
}

/**
 * Returns the new passkey, for the server. `optionsPath` is the route of its options.
 * @throws {PasskeyNotCreated}, or the error of the request.
 */
export async function createPasskey(optionsPath: string): Promise<RegistrationResponseJSON> {
  const signal = AbortSignal.timeout(timeoutMs);
  const failure = 'Failed to load the options of a passkey';
  const answer = await call(optionsPath, { method: 'POST', failure, signal });
  const { options: optionsJSON } = answer as NewPasskeyOptionsResponse;
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyNotCreated(reasonOf(error), { cause: error });
  });
}
