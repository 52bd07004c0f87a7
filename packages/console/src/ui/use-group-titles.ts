// The titles of groups in the language of the page. A university with more groups sees the names of the others.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { language } from '../page-data.ts';

const most = 200;

const titlesQuery = queryOptions({
  queryKey: ['groups', 'titles'],
  queryFn: ({ signal }) =>
    dataOf(admin.GET('/api/admin/groups', { params: { query: { limit: most } }, signal })),
  staleTime: 5 * 60_000,
});

/** Returns a function that gives the title of a group, or its name. */
export function useGroupTitle(): (name: string) => string {
  const { data } = useQuery(titlesQuery);
  return (name) => data?.items.find((group) => group.name === name)?.title?.[language] ?? name;
}
