// The list of users. Filters, order and page are in the address, so that a link shows the same list to a colleague.
import { roles } from '@brama/contract/admin/roles';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import type { Selection } from '@brama/ui/table/selection.ts';
import { type Sort, Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo, history } from '../navigation.ts';
import { storeBulkSelection } from '../storage/bulk-selection.ts';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/users');

function useUsers() {
  const search = route.useSearch();
  const { disabled, endsTo, ...others } = search;
  const query = {
    ...others,
    ...(disabled && { disabled: disabled === 'true' }),
    ...(endsTo && { endsTo: `${endsTo}T00:00:00Z` }),
  };
  return useQuery({
    queryKey: ['users', 'list', search],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/users', { params: { query: withoutEmpty(query) as never }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

const withoutEmpty = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

function sortOf(sort: string | undefined): Sort {
  const isDescending = sort?.startsWith('-') ?? false;
  const column = (sort ?? 'username').replace('-', '');
  return { column, direction: isDescending ? 'descending' : 'ascending' };
}

const restMs = 250;

/** Searches once the typing rests. The address follows without new entries in the history. */
function SearchField() {
  const t = wordsOf('users');
  const { q = '', cursor: _cursor, ...others } = route.useSearch();
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(
      () => history.replace(hrefOf('/users', { ...others, q: typed.trim() })),
      restMs,
    );
    return () => clearTimeout(timer);
  });
  return (
    <FilterText
      label={t('list.search')}
      name="q"
      onChange={setTyped}
      placeholder={t('list.search-placeholder')}
      value={typed}
    />
  );
}

function Filters() {
  const t = wordsOf('users');
  const shell = wordsOf('shell');
  const { q, group, role, disabled, endsTo, sponsorId, sort } = route.useSearch();
  const may = useMay();
  const isFiltered = [group, role, disabled, endsTo, sponsorId].some((one) => one !== undefined);
  return (
    <FilterBar
      action={hrefOf('/users')}
      clearHref={isFiltered ? hrefOf('/users', { q, sort }) : undefined}
      first={<SearchField />}
      isOpen={isFiltered}
      kept={{ sort, sponsorId }}
    >
      <FilterText label={t('list.group')} name="group" start={group} />
      {may('roles.read') ? (
        <FilterChoice
          label={t('list.role')}
          name="role"
          options={roles.map((value) => ({ value, label: shell(`roles.${value}`) }))}
          start={role}
        />
      ) : null}
      <FilterChoice
        label={t('list.state')}
        name="disabled"
        options={[
          { value: 'false', label: t('list.can') },
          { value: 'true', label: t('list.cannot') },
        ]}
        start={disabled}
      />
      <FilterText label={t('list.ends-before')} name="endsTo" start={endsTo} type="date" />
    </FilterBar>
  );
}

/** The selected rows, and what can be done with them; undefined for callers who may change nothing. */
function useBulkSelection() {
  const t = wordsOf('users');
  const may = useMay();
  const [selected, setSelected] = useState<Selection>(new Set());
  if (!may('users.write')) return undefined;
  const start = () => {
    storeBulkSelection([...selected]);
    goTo(hrefOf('/bulk/new', { from: 'selection' }));
  };
  return {
    selected,
    onChange: setSelected,
    words: {
      all: t('list.select-all'),
      row: (name: string) => t('list.select', { name }),
      count: (count: number) => t('list.selected', { count }),
    },
    actions: (
      <Button look="secondary" onClick={start} type="button">
        {t('list.change-selected')}
      </Button>
    ),
  };
}

/** Leads to a change of all users whom the filters find. */
function ChangeAllLink() {
  const t = wordsOf('users');
  const may = useMay();
  const { cursor: _cursor, sort: _sort, ...filters } = route.useSearch();
  const isFiltered = Object.values(filters).some((one) => one !== undefined);
  if (!may('users.write') || !isFiltered) return null;
  return (
    <a className={textLink} href={hrefOf('/bulk/new', filters)}>
      {t('list.change-all')}
    </a>
  );
}

export function UserListPage() {
  const t = wordsOf('users');
  const may = useMay();
  const search = route.useSearch();
  const { cursor, sort } = search;
  const query = useUsers();
  const selection = useBulkSelection();
  const sortHref = ({ column, direction }: Sort) =>
    hrefOf('/users', {
      ...search,
      cursor: undefined,
      sort: direction === 'descending' ? `-${column}` : column,
    });
  const create = may('users.write') ? (
    <a className={buttonClass('primary')} href={hrefOf('/users/new')}>
      {t('list.create')}
    </a>
  ) : undefined;
  return (
    <Page action={create} title={t('list.title')}>
      <div>
        <Filters />
        <QueryState query={query}>
          {({ items, next }) => (
            <>
              <Table
                caption={t('list.title')}
                {...(selection && { selection })}
                columns={[
                  {
                    id: 'fullName',
                    name: t('list.name'),
                    canSort: true,
                    cell: ({ id, fullName }) => (
                      <a className={textLink} href={hrefOf(`/users/${id}`)}>
                        {fullName}
                      </a>
                    ),
                  },
                  {
                    id: 'username',
                    name: t('list.username'),
                    canSort: true,
                    cell: ({ username }) => username,
                  },
                  { id: 'email', name: t('list.email'), cell: ({ email }) => email ?? '—' },
                  {
                    id: 'groups',
                    name: t('list.groups'),
                    cell: ({ groups }) => groups.join(', ') || '—',
                  },
                  {
                    id: 'state',
                    name: t('list.state'),
                    cell: ({ disabled }) => (
                      <StatusChip kind={disabled ? 'off' : 'on'}>
                        {t(disabled ? 'list.cannot' : 'list.can')}
                      </StatusChip>
                    ),
                  },
                ]}
                empty={
                  <EmptyState
                    action={
                      <a className={buttonClass('secondary')} href={hrefOf('/users')}>
                        {t('list.all')}
                      </a>
                    }
                    title={t('list.empty')}
                  >
                    {t('list.empty-text')}
                  </EmptyState>
                }
                idOf={({ id }) => id}
                nameOf={({ fullName }) => fullName}
                rows={items}
                sort={sortOf(sort)}
                sortHref={sortHref}
              />
              <p className="mt-4 print:hidden">
                <ChangeAllLink />
              </p>
              <Pager
                cursor={cursor}
                hrefOf={(page) => hrefOf('/users', { ...search, cursor: page })}
                next={next}
              />
            </>
          )}
        </QueryState>
      </div>
    </Page>
  );
}
