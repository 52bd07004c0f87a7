// The data of one application. All keys begin alike, so that a change refreshes everything that the page shows.
import { queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';

export const applicationKey = (id: string) => ['applications', id] as const;

const readOverview = (id: string, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/applications/{id}/overview', {
      params: { path: { id } },
      ...(signal && { signal }),
    }),
  );

export type Overview = Awaited<ReturnType<typeof readOverview>>;
export type Application = Overview['application'];

/** Everything that the page of an application shows, in one request. */
export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...applicationKey(id), 'overview'],
    queryFn: ({ signal }) => readOverview(id, signal),
  });

/** Returns the record alone, after a conflict. */
export const readApplication = (id: string): Promise<Application> =>
  dataOf(admin.GET('/api/admin/applications/{id}', { params: { path: { id } } }));
