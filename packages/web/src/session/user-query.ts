// The signed-in user: one query for the whole application, and the context that provides the result behind the
// protected gate.

import type { UserResponse } from '@brama/contract/api/user';
import { paths } from '@brama/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from '../browser/api.ts';
import { takePrefetchedUser, userTimeoutMs } from './prefetch-user.ts';

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const answer = await call(paths.user, {
      failure: 'Failed to authenticate',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(userTimeoutMs)]),
      early: takePrefetchedUser(),
    });
    return answer as UserResponse;
  },
  staleTime: 150_000,
  retry: false,
  retryOnMount: false,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  // without a connection the call fails visibly instead of waiting
  networkMode: 'always',
});

export const CurrentUser = createContext<UserResponse | undefined>(undefined);

/** Returns the user on a screen whose access is `signed-in`. */
export function useUser(): UserResponse {
  const user = useContext(CurrentUser);
  if (!user) throw new Error('useUser stands outside the protected gate');
  return user;
}
