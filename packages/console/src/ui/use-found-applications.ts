// Finds applications for what is typed into a field, once the typing rests.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { useRested } from './use-found-users.ts';

const shownApplications = 5;

export function useFoundApplications(typed: string, isAllowed: boolean) {
  const q = useRested(typed.trim());
  const isWanted = isAllowed && q.length >= 2;
  const { data } = useQuery({
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
  return isWanted ? (data?.items ?? []) : [];
}
