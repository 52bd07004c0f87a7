// The data of sources and imports.
import type { ImportState } from '@brama/contract/admin/imports/codes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { AdminProblem } from '../api/problem.ts';
import { idleSeconds, language } from '../page-data.ts';

export const importsKey = ['imports'] as const;
export const sourcesKey = ['sources'] as const;

/** How often an import is asked again in the states that end by themselves, or by another administrator. */
const pollMs: Partial<Record<ImportState, number | undefined>> = {
  comparing: 1000,
  running: 1000,
  // each request counts as use: on a shared computer the session of a page that is left open would never end
  waiting: idleSeconds === undefined ? 30_000 : undefined,
};

/** One import; asked again while it is worked on or waits, until the server refuses. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data, error } }) =>
      (!(error instanceof AdminProblem) && data && pollMs[data.state]) || false,
  });

export type Import = Awaited<ReturnType<NonNullable<ReturnType<typeof importQuery>['queryFn']>>>;

/** How the users get in whom an import has created. */
export const newUsersQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, id, 'new-users'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/imports/{id}/new-users', { params: { path: { id } }, signal })),
  });

export type NewUsersOfImport = Awaited<
  ReturnType<NonNullable<ReturnType<typeof newUsersQuery>['queryFn']>>
>;

type Wanted = { group: string | null; hours: number; renew: boolean };

/** Issues temporary access codes to new users of an import. Only this answer has them. */
export const issueCodes = (id: string, body: Wanted) =>
  dataOf(admin.POST('/api/admin/imports/{id}/access-codes', { params: { path: { id } }, body }));

export type Sheet = Awaited<ReturnType<typeof issueCodes>>;

export const sourcesQuery = queryOptions({
  queryKey: [...sourcesKey, 'list'],
  queryFn: ({ signal }) => dataOf(admin.GET('/api/admin/sources', { signal })),
});

export type ListedSource = Awaited<
  ReturnType<NonNullable<typeof sourcesQuery.queryFn>>
>['items'][number];

/** Returns the title of a source in the language of the page, or its short name. */
export const titleOfSource = ({ name, title }: Pick<ListedSource, 'name' | 'title'>): string =>
  title?.[language] || name;

/** Returns a function that gives the title of a source by its short name. */
export function useSourceTitle(): (name: string) => string {
  const { data } = useQuery(sourcesQuery);
  return (name) =>
    titleOfSource(data?.items.find((one) => one.name === name) ?? { name, title: null });
}

/** Whom an import makes members of which groups. It does not change while the import is in a state. */
export const importGroupsQuery = ({ id, state }: Pick<Import, 'id' | 'state'>) =>
  queryOptions({
    queryKey: [...importsKey, id, 'groups', state],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/imports/{id}/groups', { params: { path: { id } }, signal })),
    refetchOnWindowFocus: false,
  });

export type ImportGroups = Awaited<
  ReturnType<NonNullable<ReturnType<typeof importGroupsQuery>['queryFn']>>
>;

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
