// Finds applications for what is typed into a field, once the typing rests.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { shortestSearch, useRested } from './use-found-users.ts';

const shownApplications = 5;

export function useFoundApplications(typed: string, isAllowed: boolean) {
  const text = typed.trim();
  const q = useRested(text);
  const isWanted = isAllowed && q.length >= shortestSearch;
  const { data, isFetching } = useQuery({
    queryKey: ['applications', 'found', q],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/applications', {
          params: { query: { q, limit: shownApplications } },
          signal,
        }),
      ),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const applications = isWanted ? (data?.items ?? []) : [];
  const isSettled = !isAllowed || text.length < shortestSearch || (q === text && !isFetching);
  return { applications, isSettled };
}
