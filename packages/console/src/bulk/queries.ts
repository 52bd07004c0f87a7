// The data of bulk changes.
import { queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { pollUntilRefused } from '../api/queries.ts';

export const bulkKey = ['bulk-changes'] as const;

const pollMs = 1000;

/** One bulk change; asked again every second while it runs. */
export const bulkQuery = (id: string) =>
  queryOptions({
    queryKey: [...bulkKey, id],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/bulk-changes/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) =>
      query.state.data?.state === 'running' && pollUntilRefused(query, pollMs),
  });

export type BulkChange = Awaited<ReturnType<NonNullable<ReturnType<typeof bulkQuery>['queryFn']>>>;

export type BulkAct = BulkChange['act'];
