// Every setting with its value and where the value comes from. The descriptions are those of the manual, which is in English.
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/settings');

const readSettings = (signal: AbortSignal) => dataOf(admin.GET('/api/admin/settings', { signal }));
type Setting = Awaited<ReturnType<typeof readSettings>>['items'][number];

function isFound({ name, description, value }: Setting, q: string): boolean {
  const wanted = q.toLowerCase();
  return [name, description, value ?? ''].some((text) => text.toLowerCase().includes(wanted));
}

export function SettingsPage() {
  const t = wordsOf('settings');
  const { q = '', only } = route.useSearch();
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => readSettings(signal),
  });
  return (
    <Page lead={`${t('about')} ${t('english')}`} title={t('title')}>
      <div>
        <FilterBar
          action={hrefOf('/settings')}
          clearHref={q !== '' || only ? hrefOf('/settings') : undefined}
          isOpen
        >
          <FilterText label={t('search')} name="q" start={q} />
          <FilterChoice
            label={t('only')}
            name="only"
            options={[{ value: 'changed', label: t('changed') }]}
            start={only}
          />
        </FilterBar>
        <QueryState query={query}>
          {({ items }) => (
            <Table
              caption={t('title')}
              columns={[
                {
                  id: 'name',
                  name: t('name'),
                  cell: ({ name, description }) => (
                    <>
                      <code className="font-semibold wrap-anywhere" translate="no">
                        {name}
                      </code>
                      <span className="mt-1 block font-normal text-sm text-text-2" lang="en">
                        {description.replaceAll('`', '')}
                      </span>
                    </>
                  ),
                },
                { id: 'value', name: t('value'), cell: (setting) => <Value setting={setting} /> },
                { id: 'source', name: t('source'), cell: ({ source }) => t(`sources.${source}`) },
                {
                  id: 'default',
                  name: t('default'),
                  cell: (setting) => <span lang="en">{setting.default.replaceAll('`', '')}</span>,
                },
              ]}
              empty={
                <EmptyState
                  action={
                    <a className={buttonClass('secondary')} href={hrefOf('/settings')}>
                      {t('all')}
                    </a>
                  }
                  title={t('empty')}
                >
                  {t('empty-text')}
                </EmptyState>
              }
              idOf={({ name }) => name}
              nameOf={({ name }) => name}
              rows={items.filter(
                (one) => isFound(one, q) && (only === undefined || one.source !== 'default'),
              )}
            />
          )}
        </QueryState>
      </div>
    </Page>
  );
}

function Value({ setting: { value, secret, source } }: { setting: Setting }) {
  const t = wordsOf('settings');
  if (secret) return t(source === 'default' ? 'secret-unset' : 'secret-set');
  if (value === null) return '—';
  return (
    <code className="inline-block wrap-anywhere xl:min-w-48" translate="no">
      {value}
    </code>
  );
}
