// The list of events, the newest first. Filters are in the address.
import type { EventType } from '@brama/contract/events/event-table';
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { isoOfLocal, momentText } from '../i18n/moment.ts';
import { findText, keysWithin, wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { language } from '../page-data.ts';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';

const route = getRouteApi('/events');

const readEvents = (query: object, signal: AbortSignal) =>
  dataOf(admin.GET('/api/admin/events', { params: { query }, signal }));

type AdminEvent = Awaited<ReturnType<typeof readEvents>>['items'][number];

/** Returns the name of a type; the type itself if a newer server has added it. */
const typeText = (type: string) => findText('events', `types.${type}`) ?? type;

function whatText({ type, count }: AdminEvent): string {
  const t = wordsOf('events');
  const what = typeText(type);
  return count > 1 ? t('count', { what, count }) : what;
}

function useEvents() {
  const { type, from, to, result, ...others } = route.useSearch();
  const query = {
    ...others,
    ...(type && { type: type as EventType }),
    ...(result === 'refused' && { result: 'refused' as const }),
    ...(from && { from: isoOfLocal(from) }),
    ...(to && { to: isoOfLocal(to) }),
  };
  return useQuery({
    queryKey: ['events', query],
    queryFn: ({ signal }) => readEvents(query, signal),
    placeholderData: keepPreviousData,
  });
}

function Filters() {
  const t = wordsOf('events');
  const may = useMay();
  const { type, userId, actorId, applicationId, network, result, from, to } = route.useSearch();
  const kept = { userId, actorId, applicationId };
  const own = { type, network, result, from, to };
  const isFiltered = Object.values({ ...kept, ...own }).some((one) => one !== undefined);
  const options = keysWithin('events', 'types')
    .map((value) => ({ value, label: typeText(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const about = [
    userId && t('filtered-user'),
    actorId && t('filtered-actor'),
    applicationId && t('filtered-application'),
  ].filter(Boolean);
  return (
    <>
      {may('users.read') ? <People /> : null}
      {about.length > 0 ? <p className="mb-2 text-text-2">{about.join('. ')}.</p> : null}
      <FilterBar
        action={hrefOf('/events')}
        clearHref={isFiltered ? hrefOf('/events') : undefined}
        isOpen
        kept={kept}
      >
        <FilterChoice label={t('type')} name="type" options={options} start={type} />
        <FilterChoice
          label={t('result')}
          name="result"
          options={[{ value: 'refused', label: t('refused') }]}
          start={result}
        />
        {may('users.read') ? (
          <FilterText label={t('network')} name="network" start={network} />
        ) : null}
        <FilterText label={t('from')} name="from" start={from} type="datetime-local" />
        <FilterText label={t('to')} name="to" start={to} type="datetime-local" />
      </FilterBar>
    </>
  );
}

/** Finds the events of a user by name. */
function People() {
  const t = wordsOf('events');
  const { cursor: _cursor, ...search } = route.useSearch();
  const choose = (name: 'userId' | 'actorId') => (user: ChosenUser | undefined) =>
    goTo(hrefOf('/events', { ...search, [name]: user?.id }));
  return (
    <div className="mb-2 grid gap-3 sm:grid-cols-2 print:hidden">
      <UserField label={t('find-user')} onChange={choose('userId')} value={undefined} />
      <UserField label={t('find-actor')} onChange={choose('actorId')} value={undefined} />
    </div>
  );
}

type PersonProps = { id: string | null; username: string | null; instead: string };

/** A user by name, with a link for those who may open the page. */
function Person({ id, username, instead }: PersonProps): ReactNode {
  const t = wordsOf('events');
  const may = useMay();
  if (id === null) return instead;
  if (username === null) return may('users.read') ? t('gone') : '—';
  return (
    <a className={textLink} href={hrefOf(`/users/${id}`)}>
      {username}
    </a>
  );
}

function whereText({ network, browser, system }: AdminEvent): string {
  return [network, browser, system].filter(Boolean).join(', ') || '—';
}

/** The server's own words for who acted. */
const actorText = (actor: string) => findText('events', `actors.${actor}`) ?? actor;

function Details({ event }: { event: AdminEvent }) {
  const t = wordsOf('events');
  return (
    <details>
      <summary
        aria-label={t('raw-of', { what: whatText(event), when: momentText(event.at) })}
        className="inline-flex min-h-8 items-center text-brand underline"
      >
        {t('raw')}
      </summary>
      <pre className="max-w-prose overflow-x-auto whitespace-pre-wrap text-xs" translate="no">
        {JSON.stringify(event, undefined, 2)}
      </pre>
    </details>
  );
}

export function EventsPage() {
  const t = wordsOf('events');
  const search = route.useSearch();
  const query = useEvents();
  return (
    <Page lead={t('about')} title={t('title')}>
      <div>
        <Filters />
        <QueryState query={query}>
          {({ items, next }) => (
            <>
              <Table
                caption={t('title')}
                columns={[
                  { id: 'what', name: t('what'), cell: whatText },
                  { id: 'when', name: t('when'), cell: ({ at }) => <Moment at={at} /> },
                  {
                    id: 'who',
                    name: t('who'),
                    cell: ({ actor, actorId, actorUsername }) => (
                      <Person id={actorId} instead={actorText(actor)} username={actorUsername} />
                    ),
                  },
                  {
                    id: 'whom',
                    name: t('whom'),
                    cell: ({ userId, username }) => (
                      <Person id={userId} instead="—" username={username} />
                    ),
                  },
                  {
                    id: 'application',
                    name: t('application'),
                    cell: ({ applicationId, applicationTitle }) =>
                      applicationTitle ? (
                        <a className={textLink} href={hrefOf(`/applications/${applicationId}`)}>
                          {applicationTitle[language]}
                        </a>
                      ) : (
                        '—'
                      ),
                  },
                  { id: 'where', name: t('where'), cell: whereText },
                  { id: 'raw', name: t('raw'), cell: (event) => <Details event={event} /> },
                ]}
                empty={
                  <EmptyState
                    action={
                      <a className={buttonClass('secondary')} href={hrefOf('/events')}>
                        {t('all')}
                      </a>
                    }
                    title={t('empty')}
                  >
                    {t('empty-text')}
                  </EmptyState>
                }
                idOf={({ id }) => id}
                nameOf={whatText}
                rows={items}
              />
              <Pager
                cursor={search.cursor}
                hrefOf={(cursor) => hrefOf('/events', { ...search, cursor })}
                next={next}
              />
            </>
          )}
        </QueryState>
      </div>
    </Page>
  );
}
