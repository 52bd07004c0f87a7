// The list of users. Filters, order and page are in the address, so that a link shows the same list to a colleague.
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { type Selection, shownSelection } from '@brama/ui/table/selection.ts';
import { type Sort, Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { storeBulkSelection } from '../storage/bulk-selection.ts';
import { readColumns, storeColumns } from '../storage/columns.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { saveFile } from '../ui/save-file.ts';
import { hrefOf } from '../ui/search-params.ts';
import { isFiltered } from '../ui/user-filters.ts';
import { ColumnChoice, chosenColumns, columnsOfFile, tableColumns } from './list-columns.tsx';
import { Filters } from './list-filters.tsx';
import { readFile, userCountQuery, usersQuery } from './list-queries.ts';

const route = getRouteApi('/users');

function sortOf(sort: string | undefined): Sort {
  const isDescending = sort?.startsWith('-') ?? false;
  const column = (sort ?? 'username').replace('-', '');
  return { column, direction: isDescending ? 'descending' : 'ascending' };
}

/** The selected rows among those that are shown, and what can be done with them; undefined for callers who may change nothing. */
function useBulkSelection(shown: readonly string[]) {
  const t = wordsOf('users');
  const may = useMay();
  const [selected, setSelected] = useState<Selection>(new Set());
  if (!may('users.write')) return undefined;
  const start = () => {
    storeBulkSelection([...shownSelection(selected, shown)]);
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
  if (!may('users.write') || !(isFiltered(filters) || filters.q)) return null;
  return (
    <a className={textLink} href={hrefOf('/bulk/new', filters)}>
      {t('list.change-all')}
    </a>
  );
}

/** How many users the filters find. */
function Total() {
  const t = wordsOf('users');
  const { cursor: _cursor, sort: _sort, ...filters } = route.useSearch();
  const { data } = useQuery(userCountQuery(filters));
  if (!data) return null;
  const { count, hasMore } = data;
  return hasMore
    ? t('list.more-than', { total: numberText(count) })
    : t('list.total', { count, total: numberText(count) });
}

function ExportButton({ columns }: { columns: string }) {
  const t = wordsOf('users');
  const may = useMay();
  const { cursor: _cursor, ...search } = route.useSearch();
  if (!may('users.export')) return null;
  return (
    <ActButton
      act={async () => saveFile(await readFile(search, columns), t('list.file-name'))}
      changes={[]}
      done={t('list.exported')}
    >
      {t('list.export')}
    </ActButton>
  );
}

export function UserListPage() {
  const t = wordsOf('users');
  const may = useMay();
  const search = route.useSearch();
  const { cursor, sort } = search;
  const query = useQuery(usersQuery(search));
  const selection = useBulkSelection(query.data?.items.map(({ id }) => id) ?? []);
  const [chosen, setChosen] = useState(() => chosenColumns(readColumns()));
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
  const columns = (
    <ColumnChoice
      chosen={chosen}
      onChange={(ids) => {
        storeColumns(ids);
        setChosen(ids);
      }}
    />
  );
  return (
    <Page action={create} title={t('list.title')}>
      <div>
        <Filters />
        {selection ? null : (
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <div className="text-text-2" role="status">
              <Total />
            </div>
            {columns}
          </div>
        )}
        <QueryState query={query}>
          {({ items, next }) => (
            <>
              <Table
                cardsBelow={1240}
                caption={t('list.title')}
                {...(selection && { selection: { ...selection, idle: <Total />, end: columns } })}
                columns={tableColumns(chosen)}
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
              <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
                {query.data?.items.length === 0 ? null : <ChangeAllLink />}
                {items.length > 0 ? <ExportButton columns={columnsOfFile(chosen)} /> : null}
              </div>
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
