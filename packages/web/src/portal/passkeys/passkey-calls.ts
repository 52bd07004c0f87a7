// Calls for the passkeys of the signed-in user, and the Signal API, which reports them to password managers.

import { paths } from '@brama/contract/paths';
import type { PasskeysResponse } from '@brama/contract/sign-in/passkey/schemas';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../browser/api.ts';

const timeoutMs = 15_000;

export const passkeysQuery = queryOptions({
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: 'always',
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => {
    const failure = 'Failed to load passkeys';
    return (await call(paths.passkeys, { failure, signal })) as PasskeysResponse;
  },
});

export async function renamePasskey(passkey: string, name: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const failure = 'Failed to rename a passkey';
  await call(paths.renamePasskey, { method: 'POST', body: { passkey, name }, failure, signal });
}

export async function removePasskey(passkey: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const failure = 'Failed to delete a passkey';
  await call(paths.removePasskey, { method: 'POST', body: { passkey }, failure, signal });
}

/** Lets the password manager hide passkeys that do not exist any more. Browsers without the Signal API do nothing. */
export function signalPasskeys({ rpId, userHandle: userId, passkeys }: PasskeysResponse): void {
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
  globalThis.PublicKeyCredential?.signalAllAcceptedCredentials?.({
    rpId,
    userId,
    allAcceptedCredentialIds,
  }).catch(() => undefined);
}
