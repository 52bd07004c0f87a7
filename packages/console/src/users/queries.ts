// The data of one user. All keys begin alike, so that a change refreshes everything that the page shows.
import { queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';

export const userKey = (id: string) => ['users', id] as const;

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKey(id), 'record'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/users/{id}', { params: { path: { id } }, signal })),
  });

export const factorsQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKey(id), 'factors'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/users/{id}/factors', { params: { path: { id } }, signal })),
  });

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKey(id), 'sessions'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/users/{id}/sessions', { params: { path: { id } }, signal })),
  });

type DataOf<Options extends (id: string) => { queryFn?: unknown }> =
  ReturnType<Options> extends { queryFn?: infer Query }
    ? Query extends (...given: never[]) => infer Answer
      ? Awaited<Answer>
      : never
    : never;

export type User = DataOf<typeof userQuery>;
export type Factors = DataOf<typeof factorsQuery>;
export type OpenSession = DataOf<typeof sessionsQuery>['items'][number];
