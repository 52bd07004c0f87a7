// The data of groups.
import { queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';

const readGroup = (name: string, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/groups/{name}', {
      params: { path: { name } },
      ...(signal && { signal }),
    }),
  );

export type Group = Awaited<ReturnType<typeof readGroup>>;

export const groupQuery = (name: string) =>
  queryOptions({
    queryKey: ['groups', name, 'record'],
    queryFn: ({ signal }) => readGroup(name, signal),
  });
