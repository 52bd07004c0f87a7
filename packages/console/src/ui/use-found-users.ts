// Finds users for what is typed into a field, once the typing rests.
import type { Command } from '@brama/ui/command/commands.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { admin, dataOf } from '../api/client.ts';

const restMs = 200;

export const shortestSearch = 2;

/** Returns the text once it has not changed for a moment. */
export function useRested(text: string, ms = restMs): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  // an empty field shows nothing at once
  return text === '' ? '' : rested;
}

const shownUsers = 8;

type Found = Pick<Command, 'id' | 'label' | 'detail'> & {
  fullName: string;
  username: string;
  disabled: boolean;
};

export function useFoundUsers(typed: string, enabled = true) {
  const text = typed.trim();
  const q = useRested(text);
  const isWanted = enabled && q.length >= shortestSearch;
  const query = useQuery({
    queryKey: ['users', 'found', q],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/users', { params: { query: { q, limit: shownUsers } }, signal }),
      ),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    // each request is an event
    refetchOnWindowFocus: false,
  });
  const items = isWanted ? (query.data?.items ?? []) : [];
  const users: readonly Found[] = items.map(({ id, fullName, username, email, disabled }) => ({
    id,
    label: fullName,
    detail: email === null || email === username ? username : `${username}, ${email}`,
    fullName,
    username,
    disabled,
  }));
  const hasMore = isWanted && query.data?.next != null;
  const isSettled = !enabled || text.length < shortestSearch || (q === text && !query.isFetching);
  return { users, hasMore, isSettled };
}
