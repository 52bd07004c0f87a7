// The list of events: a page of what the filters find.
import type { EventType } from '@brama/contract/events/event-table';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { isoOfLocal } from '../i18n/moment.ts';

const readEvents = (query: object, signal: AbortSignal) =>
  dataOf(admin.GET('/api/admin/events', { params: { query }, signal }));

export type AdminEvent = Awaited<ReturnType<typeof readEvents>>['items'][number];

type Search = Readonly<Record<string, string | undefined>>;

/** The filters have the types of the API; the address gives them as texts. */
export function eventsQuery({ type, from, to, result, ...others }: Search) {
  const query = {
    ...others,
    ...(type && { type: type as EventType }),
    ...(result === 'refused' && { result: 'refused' as const }),
    ...(from && { from: isoOfLocal(from) }),
    ...(to && { to: isoOfLocal(to) }),
  };
  return queryOptions({
    queryKey: ['events', query],
    queryFn: ({ signal }) => readEvents(query, signal),
    // each request is an event
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
}
