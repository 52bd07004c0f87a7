// Calls for connected apps: applications with access to data of the signed-in user.
import type { AccessResponse } from '@brama/contract/api/connected-apps';
import { paths } from '@brama/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../browser/api.ts';

const timeoutMs = 15_000;

/** Fetched each time the section is shown, because applications can connect in other tabs. */
export const accessQuery = queryOptions({
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: 'always',
  queryKey: ['access'],
  queryFn: async ({ signal }) => {
    const failure = 'Failed to load who has access';
    return (await call(paths.access, { failure, signal })) as AccessResponse;
  },
  gcTime: 0,
});

export async function endAccess(application: string): Promise<void> {
  await call(paths.endAccess, {
    method: 'POST',
    body: { application },
    failure: 'Failed to end access',
    signal: AbortSignal.timeout(timeoutMs),
  });
}
