// The sources of users with the last import of each, and the imports of the last 30 days.
import { importStates } from '@brama/contract/admin/imports/codes';
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { pollUntilRefused } from '../api/queries.ts';
import { daysBetween, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { chipOfState } from './import-text.ts';
import {
  distinctTitle,
  importsKey,
  isWorking,
  type ListedSource,
  sourcesQuery,
} from './queries.ts';

const route = getRouteApi('/imports');

export function ImportListPage() {
  const t = wordsOf('imports');
  const may = useMay();
  const query = useQuery(sourcesQuery);
  const create = may('users.import') ? (
    <a className={buttonClass('secondary')} href={hrefOf('/imports/sources/new')}>
      {t('sources.create')}
    </a>
  ) : undefined;
  return (
    <Page action={create} lead={t('list.lead')} title={t('list.title')}>
      <Section id="sources" title={t('sources.title')}>
        <QueryState query={query} rows={3}>
          {({ items }) => <Sources sources={items} />}
        </QueryState>
      </Section>
      <Imports sources={query.data?.items ?? []} />
    </Page>
  );
}

/** Returns how many days ago the source was last imported, as a calendar counts. */
function ageText({ lastDoneAt }: ListedSource): string {
  const t = wordsOf('imports');
  if (lastDoneAt === null) return t('sources.never');
  const days = daysBetween(lastDoneAt, new Date().toISOString());
  return days === 0 ? t('sources.today') : t('sources.days', { count: days });
}

function Sources({ sources }: { sources: readonly ListedSource[] }) {
  const t = wordsOf('imports');
  return (
    <Table
      caption={t('sources.title')}
      cardsBelow={1024}
      columns={[
        {
          id: 'name',
          name: t('sources.name'),
          cell: (source) => (
            <a className={textLink} href={hrefOf(`/imports/sources/${source.name}`)}>
              {distinctTitle(source, sources)}
            </a>
          ),
        },
        { id: 'kind', name: t('sources.kind'), cell: ({ kind }) => t(`sources.kinds.${kind}`) },
        {
          id: 'persons',
          name: t('sources.persons'),
          isNumber: true,
          cell: ({ persons }) => numberText(persons),
        },
        { id: 'age', name: t('sources.age'), cell: ageText },
        {
          id: 'last',
          name: t('sources.last'),
          cell: ({ lastImport }) =>
            lastImport ? (
              <a
                className="inline-flex min-h-6 flex-wrap items-center gap-x-2 underline"
                href={hrefOf(`/imports/${lastImport.id}`)}
              >
                <Moment at={lastImport.createdAt} />
                <StatusChip kind={chipOfState[lastImport.state]}>
                  {t(`states.${lastImport.state}`)}
                </StatusChip>
              </a>
            ) : (
              '—'
            ),
        },
      ]}
      empty={<EmptyState title={t('sources.empty')}>{t('sources.empty-text')}</EmptyState>}
      idOf={({ name }) => name}
      nameOf={(source) => distinctTitle(source, sources)}
      rows={sources}
    />
  );
}

function Imports({ sources }: { sources: readonly ListedSource[] }) {
  const t = wordsOf('imports');
  const { cursor, source, state } = route.useSearch();
  const query = useQuery({
    queryKey: [...importsKey, 'list', cursor, source, state],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/imports', {
          params: {
            query: {
              ...(cursor !== undefined && { cursor }),
              ...(source !== undefined && { source }),
              ...(state !== undefined && { state }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (list) =>
      (list.state.data?.items.some((one) => isWorking(one.state)) ?? false) &&
      pollUntilRefused(list, 5000),
  });
  const isFiltered = source !== undefined || state !== undefined;
  const titles = new Map(sources.map((one) => [one.name, distinctTitle(one, sources)]));
  return (
    <Section id="imports" title={t('list.imports')}>
      <FilterBar
        action={hrefOf('/imports')}
        clearHref={isFiltered ? hrefOf('/imports') : undefined}
        isOpen={isFiltered}
      >
        <FilterChoice
          label={t('list.source')}
          name="source"
          options={sources.map((one) => ({ value: one.name, label: distinctTitle(one, sources) }))}
          start={source}
        />
        <FilterChoice
          label={t('list.state')}
          name="state"
          options={importStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          start={state}
        />
      </FilterBar>
      <QueryState query={query}>
        {({ items, next }) => (
          <>
            <Table
              caption={t('list.imports')}
              cardsBelow={1240}
              columns={[
                {
                  id: 'at',
                  name: t('list.at'),
                  cell: ({ id, createdAt }) => (
                    <a className={textLink} href={hrefOf(`/imports/${id}`)}>
                      <Moment at={createdAt} />
                    </a>
                  ),
                },
                {
                  id: 'source',
                  name: t('list.source'),
                  cell: (one) => titles.get(one.source) ?? one.source,
                },
                {
                  id: 'file',
                  name: t('list.file'),
                  cell: ({ fileName }) => <span className="wrap-anywhere">{fileName ?? '—'}</span>,
                },
                {
                  id: 'state',
                  name: t('list.state'),
                  cell: (one) => (
                    <StatusChip kind={chipOfState[one.state]}>
                      {t(`states.${one.state}`)}
                    </StatusChip>
                  ),
                },
                ...(['created', 'changed', 'left', 'rejected'] as const).map((kind) => ({
                  id: kind,
                  name: t(`list.kinds.${kind}`),
                  isNumber: true,
                  cell: ({ counts }: (typeof items)[number]) => numberText(counts[kind]),
                })),
                { id: 'by', name: t('list.by'), cell: ({ startedBy }) => startedBy ?? '—' },
              ]}
              empty={
                <EmptyState
                  action={
                    isFiltered ? (
                      <a className={buttonClass('secondary')} href={hrefOf('/imports')}>
                        {t('list.all')}
                      </a>
                    ) : undefined
                  }
                  title={t('list.empty')}
                >
                  {t(isFiltered ? 'list.empty-filtered' : 'list.empty-text')}
                </EmptyState>
              }
              idOf={({ id }) => id}
              nameOf={(one) => one.source}
              rows={items}
            />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf('/imports', { source, state, cursor: page })}
              next={next}
            />
          </>
        )}
      </QueryState>
    </Section>
  );
}
