// The list of applications; owners see their own.
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/applications');
const protocols = ['oidc', 'cas', 'ticket', 'link'] as const;

/** The name of a protocol; a newer server may have others. */
const protocolText = (type: string) => findText('applications', `protocols.${type}`) ?? type;

export function ApplicationListPage() {
  const t = wordsOf('applications');
  const may = useMay();
  const { q, protocol, ownerId, cursor } = route.useSearch();
  const query = useQuery({
    queryKey: ['applications', 'list', q, protocol, ownerId, cursor],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/applications', {
          params: {
            query: {
              ...(q && { q }),
              ...(protocol && { protocol }),
              ...(ownerId && { ownerId }),
              ...(cursor && { cursor }),
            },
          },
          signal,
        }),
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
                ]}
                empty={
                  <EmptyState action={create} title={t('list.empty')}>
                    {t(isFiltered ? 'list.empty-filtered' : 'list.empty-text')}
                  </EmptyState>
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
