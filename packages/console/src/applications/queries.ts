// The data of one application. All keys begin alike, so that a change refreshes everything that the page shows.
import { queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';

export const applicationKey = (id: string) => ['applications', id] as const;

const readApplication = (id: string, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/applications/{id}', {
      params: { path: { id } },
      ...(signal && { signal }),
    }),
  );

export type Application = Awaited<ReturnType<typeof readApplication>>;

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...applicationKey(id), 'record'],
    queryFn: ({ signal }) => readApplication(id, signal),
  });
