// Finds groups for what is typed into a field, once the typing rests; before that, the first ones.
import type { Command } from '@brama/ui/command/commands.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { language } from '../page-data.ts';
import { useRested } from './use-found-users.ts';

const shownGroups = 8;

type Found = Pick<Command, 'id' | 'label' | 'detail' | 'isFound'>;

export function useFoundGroups(typed: string): { groups: readonly Found[]; isSettled: boolean } {
  const text = typed.trim();
  const q = useRested(text);
  const { data, isFetching } = useQuery({
    queryKey: ['groups', 'found', q],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/groups', {
          params: { query: { limit: shownGroups, ...(q !== '' && { q }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const groups = (data?.items ?? []).map(({ name, title }) => ({
    id: name,
    label: title?.[language] ?? name,
    ...(title && { detail: name }),
    isFound: true,
  }));
  return { groups, isSettled: q === text && !isFetching };
}
