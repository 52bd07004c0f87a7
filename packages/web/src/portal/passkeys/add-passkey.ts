// Adds a passkey of this browser: asks the server for options, the browser for the passkey, and sends it to the server. Loaded
// when the user wants to add one.

import { paths } from '@brama/contract/paths';
import type { NewPasskeyOptionsResponse } from '@brama/contract/sign-in/passkey/schemas';
import { startRegistration } from '@simplewebauthn/browser';
import { call } from '../../browser/api.ts';
import { PasskeyNotCreated } from './passkey-not-created.ts';

const timeoutMs = 15_000;
const failure = 'Failed to add a passkey';

/** Returns why the browser has created no passkey. */
function reasonOf(error: unknown): PasskeyNotCreated['reason'] {
  const { name } = error as Error;
  // the passkey exists: `excludeCredentials` contains it
  if (name === 'InvalidStateError') return 'here-already';
  // the user has cancelled, or the time is over; browsers do not say which
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'not-possible';
}

/** @throws {PasskeyNotCreated}, or the error of a request. */
export async function addPasskey(): Promise<void> {
  const request = () => ({
    method: 'POST' as const,
    failure,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await call(paths.newPasskeyOptions, request());
  const { options: optionsJSON } = answer as NewPasskeyOptionsResponse;
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyNotCreated(reasonOf(error), { cause: error });
  });
  await call(paths.addPasskey, { ...request(), body: { credential } });
}
