// The list of applications, with their health; owners see their own.
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/applications');
const protocols = ['oidc', 'cas', 'ticket', 'link'] as const;

/** The name of a protocol; a newer server may have others. */
const protocolText = (type: string) => findText('applications', `protocols.${type}`) ?? type;

const readList = (query: object, signal: AbortSignal) =>
  dataOf(admin.GET('/api/admin/applications', { params: { query }, signal }));

type Listed = Awaited<ReturnType<typeof readList>>['items'][number];

/** Applications of this protocol are links: users do not sign in to them. */
const withoutSignIn = 'link';

function LastSignIn({ protocol, lastSignInAt }: Listed) {
  const t = wordsOf('applications');
  if (lastSignInAt) return <Moment at={lastSignInAt} />;
  return protocol === withoutSignIn ? '—' : t('list.never');
}

/** The refused requests of the last day; an error if no sign-in came after them. */
function Refusals({ id, protocol, lastSignInAt, recentRefusals }: Listed) {
  const t = wordsOf('applications');
  if (recentRefusals === null)
    return protocol === withoutSignIn ? (
      '—'
    ) : (
      <StatusChip kind="on">{t('list.no-refusals')}</StatusChip>
    );
  const { count, lastAt } = recentRefusals;
  const hasWorked = lastSignInAt !== null && lastSignInAt > lastAt;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusChip kind={hasWorked ? 'warning' : 'error'}>
        {t('list.refused', { count, number: numberText(count) })}
      </StatusChip>
      <a className={textLink} href={`${hrefOf(`/applications/${id}`)}#health`}>
        {t(hasWorked ? 'list.refused-last' : 'list.refused-last-since', {
          when: momentText(lastAt),
        })}
      </a>
    </span>
  );
}

export function ApplicationListPage() {
  const t = wordsOf('applications');
  const may = useMay();
  const { q, protocol, ownerId, cursor } = route.useSearch();
  const query = useQuery({
    queryKey: ['applications', 'list', q, protocol, ownerId, cursor],
    queryFn: ({ signal }) =>
      readList(
        {
          ...(q && { q }),
          ...(protocol && { protocol }),
          ...(ownerId && { ownerId }),
          ...(cursor && { cursor }),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const isFiltered = [q, protocol, ownerId].some((one) => one !== undefined);
  const create = may('applications.manage') ? (
    <a className={buttonClass('primary')} href={hrefOf('/applications/new')}>
      {t('list.create')}
    </a>
  ) : undefined;
  return (
    <Page action={create} title={t('list.title')}>
      <div>
        <FilterBar
          action={hrefOf('/applications')}
          clearHref={isFiltered ? hrefOf('/applications') : undefined}
          isOpen
          kept={{ ownerId }}
        >
          <FilterText label={t('list.search')} name="q" start={q} />
          <FilterChoice
            label={t('list.protocol')}
            name="protocol"
            options={protocols.map((value) => ({ value, label: protocolText(value) }))}
            start={protocol}
          />
        </FilterBar>
        <QueryState query={query}>
          {({ items, next }) => (
            <>
              <Table
                caption={t('list.title')}
                columns={[
                  {
                    id: 'title',
                    name: t('list.name'),
                    cell: ({ id, title }) => (
                      <a className={textLink} href={hrefOf(`/applications/${id}`)}>
                        {title[language]}
                      </a>
                    ),
                  },
                  {
                    id: 'name',
                    name: t('list.short-name'),
                    cell: ({ name }) => <span translate="no">{name}</span>,
                  },
                  {
                    id: 'protocol',
                    name: t('list.protocol'),
                    cell: (one) => protocolText(one.protocol),
                  },
                  {
                    id: 'last-sign-in',
                    name: t('list.last-sign-in'),
                    cell: (one) => <LastSignIn {...one} />,
                  },
                  {
                    id: 'refusals',
                    name: t('list.refusals'),
                    cell: (one) => <Refusals {...one} />,
                  },
                ]}
                empty={
                  isFiltered ? (
                    <EmptyState
                      action={
                        <a className={buttonClass('secondary')} href={hrefOf('/applications')}>
                          {t('list.all')}
                        </a>
                      }
                      title={t('list.not-found')}
                    >
                      {t('list.not-found-text')}
                    </EmptyState>
                  ) : (
                    <EmptyState action={create} title={t('list.empty')}>
                      {t('list.empty-text')}
                    </EmptyState>
                  )
                }
                idOf={({ id }) => id}
                nameOf={({ title }) => title[language]}
                rows={items}
              />
              <Pager
                cursor={cursor}
                hrefOf={(page) => hrefOf('/applications', { q, protocol, ownerId, cursor: page })}
                next={next}
              />
            </>
          )}
        </QueryState>
      </div>
    </Page>
  );
}
