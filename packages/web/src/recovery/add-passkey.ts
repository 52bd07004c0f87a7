// Adds a passkey for a recovered user, which also signs the user in. Loaded when the user wants to add one.

import { paths } from '@brama/contract/paths';
import { call } from '../browser/api.ts';
import { createPasskey } from '../browser/passkeys/create-passkey.ts';
import { announce } from '../session/session-broadcast.ts';

const timeoutMs = 15_000;

/** @throws {PasskeyNotCreated}, or the error of a request. */
export async function addPasskey(): Promise<void> {
  const body = { credential: await createPasskey(paths.recoveryPasskeyOptions) };
  const signal = AbortSignal.timeout(timeoutMs);
  const failure = 'Failed to add a passkey';
  await call(paths.recoveryPasskey, { method: 'POST', body, failure, signal });
  announce('signed-in');
}
