// The list of groups.
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { FilterBar, FilterText } from '../ui/filter-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/groups');

export function GroupListPage() {
  const t = wordsOf('groups');
  const may = useMay();
  const { q, cursor } = route.useSearch();
  const query = useQuery({
    queryKey: ['groups', 'list', q, cursor],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/groups', {
          params: { query: { ...(q && { q }), ...(cursor && { cursor }) } },
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
      <div>
        <FilterBar
          action={hrefOf('/groups')}
          clearHref={q === undefined ? undefined : hrefOf('/groups')}
          isOpen
        >
          <FilterText label={t('search')} name="q" start={q} />
        </FilterBar>
        <QueryState query={query}>
          {({ items, next }) => (
            <>
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
                    id: 'members',
                    name: t('members.title'),
                    isNumber: true,
                    cell: ({ members }) => numberText(members),
                  },
                  {
                    id: 'second-factor',
                    name: t('fields.secondFactor'),
                    cell: ({ secondFactor }) => t(`fields.policies.${secondFactor ?? 'usual'}`),
                  },
                ]}
                empty={
                  q === undefined ? (
                    <EmptyState action={create} title={t('empty')}>
                      {t('empty-text')}
                    </EmptyState>
                  ) : (
                    <EmptyState
                      action={
                        <a className={buttonClass('secondary')} href={hrefOf('/groups')}>
                          {t('all')}
                        </a>
                      }
                      title={t('not-found')}
                    >
                      {t('not-found-text')}
                    </EmptyState>
                  )
                }
                idOf={({ name }) => name}
                nameOf={({ name }) => name}
                rows={items}
              />
              <Pager
                cursor={cursor}
                hrefOf={(page) => hrefOf('/groups', { q, cursor: page })}
                next={next}
              />
            </>
          )}
        </QueryState>
      </div>
    </Page>
  );
}
