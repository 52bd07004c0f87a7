// The data of sources and imports.
import { queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';

export const importsKey = ['imports'] as const;
export const sourcesKey = ['sources'] as const;

const pollMs = 1000;
const worksOn: readonly string[] = ['comparing', 'running'];

/** One import; asked again every second while a process works on it. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) =>
      state.data && worksOn.includes(state.data.state) ? pollMs : false,
  });

export type Import = Awaited<ReturnType<NonNullable<ReturnType<typeof importQuery>['queryFn']>>>;

export const sourcesQuery = queryOptions({
  queryKey: [...sourcesKey, 'list'],
  queryFn: ({ signal }) => dataOf(admin.GET('/api/admin/sources', { signal })),
});

export type ListedSource = Awaited<
  ReturnType<NonNullable<typeof sourcesQuery.queryFn>>
>['items'][number];

const readSource = (name: string, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/sources/{name}', {
      params: { path: { name } },
      ...(signal && { signal }),
    }),
  );

export type Source = Awaited<ReturnType<typeof readSource>>;

export const sourceQuery = (name: string) =>
  queryOptions({
    queryKey: [...sourcesKey, name],
    queryFn: ({ signal }) => readSource(name, signal),
  });
