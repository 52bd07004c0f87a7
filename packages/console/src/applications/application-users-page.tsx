// The users who have access to an application, page by page.
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { applicationKey } from './queries.ts';

const route = getRouteApi('/applications/$id/users');

export function ApplicationUsersPage() {
  const t = wordsOf('applications');
  const { id } = route.useParams();
  const { cursor } = route.useSearch();
  const query = useQuery({
    queryKey: [...applicationKey(id), 'users', cursor],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/applications/{id}/access/users', {
          params: { path: { id }, query: cursor ? { cursor } : {} },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    // each request is an event
    refetchOnWindowFocus: false,
  });
  return (
    <Page title={t('users.title')}>
      <p>
        <a className={textLink} href={hrefOf(`/applications/${id}`)}>
          {t('users.back')}
        </a>
      </p>
      <QueryState query={query}>
        {({ items, next, total }) => (
          <div>
            <p className="mb-3 text-text-2">
              {t('access.users', { count: total, number: numberText(total) })}
            </p>
            <Table
              caption={t('users.title')}
              columns={[
                {
                  id: 'name',
                  name: t('users.name'),
                  cell: (one) => (
                    <a className={textLink} href={hrefOf(`/users/${one.id}`, { application: id })}>
                      {one.fullName}
                    </a>
                  ),
                },
                { id: 'username', name: t('users.username'), cell: ({ username }) => username },
              ]}
              empty={<EmptyState title={t('users.none')}>{t('users.none-text')}</EmptyState>}
              idOf={(one) => one.id}
              nameOf={({ fullName }) => fullName}
              rows={items}
            />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf(`/applications/${id}/users`, { cursor: page })}
              next={next}
            />
          </div>
        )}
      </QueryState>
    </Page>
  );
}
