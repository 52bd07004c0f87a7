// The data of sources and imports.
import type { ImportState } from '@brama/contract/admin/imports/codes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { admin, changedOf, dataOf, ifMatch } from '../api/client.ts';
import { pollUntilRefused, pollWhileOpen } from '../api/queries.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';

export const importsKey = ['imports'] as const;
export const sourcesKey = ['sources'] as const;

/** Imports of these states end by themselves. */
export const isWorking = (state: ImportState) => state === 'comparing' || state === 'running';

/** One import; asked again while it is worked on or waits. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => {
      const state = query.state.data?.state;
      if (state && isWorking(state)) return pollUntilRefused(query, 1000);
      return state === 'waiting' && pollWhileOpen(query, 30_000);
    },
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

type Titled = Pick<ListedSource, 'name' | 'title'>;

/** Returns the title of a source, with its short name if another source has the same title. */
export function distinctTitle(source: Titled, all: readonly Titled[]): string {
  const title = titleOfSource(source);
  const isOnly = all.every((one) => one.name === source.name || titleOfSource(one) !== title);
  if (isOnly || title === source.name) return title;
  return wordsOf('imports')('sources.title-and-name', { title, name: source.name });
}

/** Returns a function that gives the title of a source by its short name. */
export function useSourceTitle(): (name: string) => string {
  const { data } = useQuery(sourcesQuery);
  return (name) => {
    const all = data?.items ?? [];
    return distinctTitle(all.find((one) => one.name === name) ?? { name, title: null }, all);
  };
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

/** Stores a mapping in the version of the source that was read. */
export const storeMapping = (
  { name, title, position, settings, version }: Source,
  mapping: Source['mapping'],
) =>
  changedOf(
    admin.PUT('/api/admin/sources/{name}', {
      params: { path: { name }, header: ifMatch(version) },
      body: { title, position, settings, mapping },
    }),
  );
