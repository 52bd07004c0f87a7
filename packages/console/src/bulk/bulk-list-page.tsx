// The bulk changes of the last 30 days, the newest first.
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { actText, chipOfState } from './act-text.ts';
import { bulkKey } from './queries.ts';

const route = getRouteApi('/bulk');

export function BulkListPage() {
  const t = wordsOf('bulk');
  const may = useMay();
  const { cursor } = route.useSearch();
  const query = useQuery({
    queryKey: [...bulkKey, 'list', cursor],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/bulk-changes', {
          params: { query: cursor === undefined ? {} : { cursor } },
          signal,
        }),
      ),
  });
  const create = may('users.write') ? (
    <a className={buttonClass('primary')} href={hrefOf('/bulk/new')}>
      {t('list.new')}
    </a>
  ) : undefined;
  return (
    <Page action={create} lead={t('list.lead')} title={t('list.title')}>
      <QueryState query={query}>
        {({ items, next }) => (
          <div>
            <Table
              caption={t('list.title')}
              columns={[
                {
                  id: 'act',
                  name: t('list.act'),
                  cell: ({ id, act, undoOf }) => (
                    <a className={textLink} href={hrefOf(`/bulk/${id}`)}>
                      {actText(act, undoOf)}
                    </a>
                  ),
                },
                {
                  id: 'state',
                  name: t('list.state'),
                  cell: ({ state }) => (
                    <StatusChip kind={chipOfState[state]}>{t(`states.${state}`)}</StatusChip>
                  ),
                },
                {
                  id: 'changed',
                  name: t('results.changed'),
                  isNumber: true,
                  cell: ({ counts }) => numberText(counts.changed),
                },
                {
                  id: 'refused',
                  name: t('results.refused'),
                  isNumber: true,
                  cell: ({ counts }) => numberText(counts.refused),
                },
                { id: 'by', name: t('list.by'), cell: ({ createdBy }) => createdBy ?? '—' },
                {
                  id: 'at',
                  name: t('list.at'),
                  cell: ({ startedAt }) => (startedAt ? <Moment at={startedAt} /> : '—'),
                },
              ]}
              empty={
                <EmptyState action={create} title={t('list.empty')}>
                  {t('list.empty-text')}
                </EmptyState>
              }
              idOf={({ id }) => id}
              nameOf={({ act, undoOf }) => actText(act, undoOf)}
              rows={items}
            />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf('/bulk', { cursor: page })}
              next={next}
            />
          </div>
        )}
      </QueryState>
    </Page>
  );
}
