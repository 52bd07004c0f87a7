import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { findText, keysWithin, wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { language } from '../page-data.ts';
import { ApplicationField } from '../ui/application-field.tsx';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';
import { EventFacts } from './event-facts.tsx';
import { type AdminEvent, eventsQuery } from './queries.ts';

const route = getRouteApi('/events');

/** Returns the name of a type; the type itself if a newer server has added it. */
const typeText = (type: string) => findText('events', `types.${type}`) ?? type;

function whatText({ type, count }: AdminEvent): string {
  const t = wordsOf('events');
  const what = typeText(type);
  return count > 1 ? t('count', { what, count }) : what;
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
      <Chosen />
      {about.length > 0 ? <p className="mb-2 text-text-2">{about.join('. ')}.</p> : null}
      <FilterBar
        action={hrefOf('/events')}
        clearHref={isFiltered ? hrefOf('/events') : undefined}
        isOpen={isFiltered}
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

/** Finds the events of an application or a user by name. */
function Chosen() {
  const t = wordsOf('events');
  const may = useMay();
  const { cursor: _cursor, ...search } = route.useSearch();
  const choose = (name: 'userId' | 'actorId') => (user: ChosenUser | undefined) =>
    goTo(hrefOf('/events', { ...search, [name]: user?.id }));
  return (
    <div className="mb-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3 print:hidden">
      {may('users.read') ? (
        <>
          <UserField label={t('find-user')} onChange={choose('userId')} value={undefined} />
          <UserField label={t('find-actor')} onChange={choose('actorId')} value={undefined} />
        </>
      ) : null}
      {may('applications.read') ? (
        <ApplicationField
          label={t('application')}
          onChoose={(id) => goTo(hrefOf('/events', { ...search, applicationId: id }))}
        />
      ) : null}
    </div>
  );
}

type PersonProps = {
  id: string | null;
  username: string | null;
  fullName: string | null;
  instead: string;
};

/** A user by name, with a link for those who may open the page. */
function Person({ id, username, fullName, instead }: PersonProps): ReactNode {
  const t = wordsOf('events');
  const may = useMay();
  if (id === null) return instead;
  if (username === null) return may('users.read') ? t('gone') : '—';
  return (
    <>
      <a className={`${textLink} wrap-anywhere`} href={hrefOf(`/users/${id}`)}>
        {username}
      </a>
      <span className="block text-text-2 text-xs">{fullName}</span>
    </>
  );
}

function whereText({ network, browser, system }: AdminEvent): string {
  return [network, browser, system].filter(Boolean).join(', ') || '—';
}

/** The server's own words for who acted. */
const actorText = (actor: string) => findText('events', `actors.${actor}`) ?? actor;

type DetailsButtonProps = { event: AdminEvent; isOpen: boolean; onToggle: () => void };

function DetailsButton({ event, isOpen, onToggle }: DetailsButtonProps) {
  const t = wordsOf('events');
  return (
    <button
      aria-expanded={isOpen}
      aria-label={t('raw-of', { what: whatText(event), when: momentText(event.at) })}
      className="text-link inline-flex min-h-8 items-center gap-1"
      onClick={onToggle}
      type="button"
    >
      {t('raw')}
      <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={16} />
    </button>
  );
}

/** The event as the server has sent it. */
function Raw({ event }: { event: AdminEvent }) {
  return (
    <pre className="overflow-x-auto whitespace-pre-wrap py-2 text-xs" translate="no">
      {JSON.stringify(event, undefined, 2)}
    </pre>
  );
}

export function EventsPage() {
  const t = wordsOf('events');
  const search = route.useSearch();
  const query = useQuery(eventsQuery(search));
  const [openId, setOpenId] = useState<string>();
  return (
    <Page lead={t('about')} title={t('title')}>
      <div>
        <Filters />
        <QueryState query={query}>
          {({ items, next }) => (
            <>
              <Table
                cardsBelow={1240}
                caption={t('title')}
                columns={[
                  {
                    id: 'what',
                    name: t('what'),
                    cell: (event) => (
                      <>
                        {whatText(event)}
                        <EventFacts event={event} />
                      </>
                    ),
                  },
                  { id: 'when', name: t('when'), cell: ({ at }) => <Moment at={at} /> },
                  {
                    id: 'who',
                    name: t('who'),
                    cell: ({ actor, actorId, actorUsername, actorFullName }) => (
                      <Person
                        fullName={actorFullName}
                        id={actorId}
                        instead={actorText(actor)}
                        username={actorUsername}
                      />
                    ),
                  },
                  {
                    id: 'whom',
                    name: t('whom'),
                    cell: ({ userId, username, fullName }) => (
                      <Person fullName={fullName} id={userId} instead="—" username={username} />
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
                  {
                    id: 'raw',
                    name: t('raw'),
                    hasActs: true,
                    cell: (event) => (
                      <DetailsButton
                        event={event}
                        isOpen={event.id === openId}
                        onToggle={() => setOpenId(event.id === openId ? undefined : event.id)}
                      />
                    ),
                  },
                ]}
                belowOf={(event) => event.id === openId && <Raw event={event} />}
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
