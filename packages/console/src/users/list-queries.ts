// The data of the list of users: a page, the number of users, and the file.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { sentFilters, type UserFilters } from '../ui/user-filters.ts';

type Search = UserFilters & { cursor?: string | undefined; sort?: string | undefined };

/** The filters have the types of the API; the address gives them as texts. */
const queryOf = ({ cursor, sort, ...filters }: Search) =>
  ({ ...sentFilters(filters), ...(cursor && { cursor }), ...(sort && { sort }) }) as never;

const readPage = (search: Search, signal: AbortSignal) =>
  dataOf(admin.GET('/api/admin/users', { params: { query: queryOf(search) }, signal }));
export type ListedUser = Awaited<ReturnType<typeof readPage>>['items'][number];

export const usersQuery = (search: Search) =>
  queryOptions({
    queryKey: ['users', 'list', search],
    queryFn: ({ signal }) => readPage(search, signal),
    placeholderData: keepPreviousData,
    // each request is an event
    refetchOnWindowFocus: false,
  });

/** Once for all pages of a list. */
export const userCountQuery = (filters: UserFilters) =>
  queryOptions({
    queryKey: ['users', 'count', filters],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/users/count', { params: { query: queryOf(filters) }, signal })),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });

/** Returns the file of all users of a list. */
export const readFile = (search: Search, columns: string) =>
  dataOf(
    admin.GET('/api/admin/users/export', {
      params: { query: { ...(queryOf(search) as object), columns } },
    }),
  );
