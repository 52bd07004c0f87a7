// Calls for the Google account of the signed-in user.

import { paths } from '@brama/contract/paths';
import type {
  GoogleLinkResponse,
  GoogleLinkStartResponse,
} from '@brama/contract/sign-in/google/schemas';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../browser/api.ts';

const timeoutMs = 15_000;

const once = { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } as const;

/** Fetched each time the section is shown, because the age of the sign-in changes. */
export const googleLinkQuery = queryOptions({
  ...once,
  queryKey: ['google-link'],
  queryFn: async ({ signal }) => {
    const failure = 'Failed to load the linked account';
    return (await call(paths.googleLink, { failure, signal })) as GoogleLinkResponse;
  },
  gcTime: 0,
});

/** Returns the address at Google where the user chooses an account. */
export async function beginLinking(): Promise<string> {
  const answer = await call(paths.googleLink, {
    method: 'POST',
    failure: 'Failed to link',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return (answer as GoogleLinkStartResponse).address;
}

export async function unlink(): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  await call(paths.googleLink, { method: 'DELETE', failure: 'Failed to unlink', signal });
}
