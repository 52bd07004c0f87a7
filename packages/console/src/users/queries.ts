// The data of one user. All keys begin alike, so that a change refreshes everything that the page shows.
import { queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';

export const userKey = (id: string) => ['users', id] as const;

const readAccount = (id: string, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/users/{id}/account', {
      params: { path: { id } },
      ...(signal && { signal }),
    }),
  );

/** Everything that the page of a user shows: one request, and one event. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKey(id), 'account'],
    queryFn: ({ signal }) => readAccount(id, signal),
    // each request is an event
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });

export type Account = Awaited<ReturnType<typeof readAccount>>;
export type User = Account['user'];
export type Factors = NonNullable<Account['factors']>;
export type OpenSession = NonNullable<Account['sessions']>[number];

/** Returns the record alone, after a conflict. */
export const readUser = (id: string): Promise<User> =>
  dataOf(admin.GET('/api/admin/users/{id}', { params: { path: { id } } }));
