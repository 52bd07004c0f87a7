// The list of groups.
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/groups');

export function GroupListPage() {
  const t = wordsOf('groups');
  const may = useMay();
  const { cursor } = route.useSearch();
  const query = useQuery({
    queryKey: ['groups', 'list', cursor],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/groups', {
          params: { query: cursor === undefined ? {} : { cursor } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const create = may('groups.write') ? (
    <a className={buttonClass('primary')} href={hrefOf('/groups/new')}>
      {t('create')}
    </a>
  ) : undefined;
  return (
    <Page action={create} lead={t('about')} title={t('title')}>
      <QueryState query={query}>
        {({ items, next }) => (
          <div>
            <Table
              caption={t('title')}
              columns={[
                {
                  id: 'title',
                  name: t('name'),
                  cell: ({ name, title }) => (
                    <a className={textLink} href={hrefOf(`/groups/${encodeURIComponent(name)}`)}>
                      {title?.[language] ?? name}
                    </a>
                  ),
                },
                {
                  id: 'name',
                  name: t('short-name'),
                  cell: ({ name }) => <span translate="no">{name}</span>,
                },
                {
                  id: 'second-factor',
                  name: t('fields.second-factor'),
                  cell: ({ secondFactor }) => t(`fields.policies.${secondFactor ?? 'usual'}`),
                },
              ]}
              empty={
                <EmptyState action={create} title={t('empty')}>
                  {t('empty-text')}
                </EmptyState>
              }
              idOf={({ name }) => name}
              nameOf={({ name }) => name}
              rows={items}
            />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf('/groups', { cursor: page })}
              next={next}
            />
          </div>
        )}
      </QueryState>
    </Page>
  );
}
