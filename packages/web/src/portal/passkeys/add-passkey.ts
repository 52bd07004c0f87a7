// Adds a passkey of this browser for the signed-in user. Loaded when the user wants to add one.

import { paths } from '@brama/contract/paths';
import { call } from '../../browser/api.ts';
import { createPasskey } from '../../browser/passkeys/create-passkey.ts';

const timeoutMs = 15_000;

/** @throws {PasskeyNotCreated}, or the error of a request. */
export async function addPasskey(): Promise<void> {
  const body = { credential: await createPasskey(paths.newPasskeyOptions) };
  const signal = AbortSignal.timeout(timeoutMs);
  await call(paths.addPasskey, {
    method: 'POST',
    body,
    failure: 'Failed to add a passkey',
    signal,
  });
}
