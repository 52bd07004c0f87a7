// The signed-in user: one query for the whole application, and the context that hands the answer to
// screens behind the protected gate.

import type { UserAnswer } from '@brama/contract/api/user';
import { paths } from '@brama/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from '../browser/api.ts';
import { takeEarlyUser, userPatienceMs } from './prefetch-user.ts';

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const answer = await call(paths.user, {
      failure: 'Failed to authenticate',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(userPatienceMs)]),
      early: takeEarlyUser(),
    });
    return answer as UserAnswer;
  },
  staleTime: 150_000,
  retry: false,
  retryOnMount: false,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  // without a connection the call fails and says so, instead of waiting silently
  networkMode: 'always',
});

export const CurrentUser = createContext<UserAnswer | undefined>(undefined);

/** The user, on a screen whose access is `signed-in`. */
export function useUser(): UserAnswer {
  const user = useContext(CurrentUser);
  if (!user) throw new Error('useUser stands outside the protected gate');
  return user;
}
