// The users with a role. A role is granted on the page of the user.
import { roles } from '@brama/contract/admin/roles';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/roles');

const readHolders = (
  query: { role?: (typeof roles)[number]; cursor?: string },
  signal: AbortSignal,
) => dataOf(admin.GET('/api/admin/roles', { params: { query }, signal }));

type Holder = Awaited<ReturnType<typeof readHolders>>['items'][number];

function stateOf({ disabled, suspendedUntil }: Holder) {
  const t = wordsOf('roles');
  if (disabled) return <StatusChip kind="off">{t('disabled')}</StatusChip>;
  return suspendedUntil ? (
    <StatusChip kind="warning">{t('suspended', { when: momentText(suspendedUntil) })}</StatusChip>
  ) : (
    <StatusChip kind="on">{t('active')}</StatusChip>
  );
}

export function RolesPage() {
  const t = wordsOf('roles');
  const shell = wordsOf('shell');
  const { role, cursor } = route.useSearch();
  const query = useQuery({
    queryKey: ['roles', role, cursor],
    queryFn: ({ signal }) =>
      readHolders({ ...(role && { role }), ...(cursor !== undefined && { cursor }) }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Page lead={t('about')} title={t('title')}>
      <div>
        <FilterBar action={hrefOf('/roles')} clearHref={role ? hrefOf('/roles') : undefined} isOpen>
          <FilterChoice
            label={t('role')}
            name="role"
            options={roles.map((value) => ({ value, label: shell(`roles.${value}`) }))}
            start={role}
          />
        </FilterBar>
        <QueryState query={query}>
          {({ items, next }) => (
            <>
              <Table
                caption={t('title')}
                columns={[
                  {
                    id: 'user',
                    name: t('user'),
                    cell: ({ userId, fullName }) => (
                      <a className={textLink} href={hrefOf(`/users/${userId}`)}>
                        {fullName}
                      </a>
                    ),
                  },
                  {
                    id: 'username',
                    name: t('username'),
                    cell: ({ username }) => <span className="wrap-anywhere">{username}</span>,
                  },
                  { id: 'role', name: t('role'), cell: (one) => shell(`roles.${one.role}`) },
                  {
                    id: 'since',
                    name: t('since'),
                    cell: ({ grantedAt }) => <Moment at={grantedAt} />,
                  },
                  { id: 'state', name: t('state'), cell: stateOf },
                ]}
                empty={<EmptyState title={t('empty')}>{t('empty-text')}</EmptyState>}
                idOf={({ userId, role: own }) => `${userId} ${own}`}
                nameOf={({ fullName }) => fullName}
                rows={items}
              />
              <Pager
                cursor={cursor}
                hrefOf={(page) => hrefOf('/roles', { role, cursor: page })}
                next={next}
              />
            </>
          )}
        </QueryState>
      </div>
    </Page>
  );
}
