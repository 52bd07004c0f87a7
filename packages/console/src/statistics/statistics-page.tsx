// Sign-ins of a day, a week or a month: charts, and the same figures as a table.
import { Table } from '@brama/ui/table/table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { pollWhileOpen } from '../api/queries.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { Page, Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Tabs } from '../ui/tabs.tsx';
import { type Bar, Chart, fills, methods, totalOfBars } from './sign-in-chart.tsx';

const route = getRouteApi('/statistics');
const periods = ['day', 'week', 'month'] as const;
type Period = (typeof periods)[number];

const readSignIns = (period: Period, signal: AbortSignal) =>
  dataOf(admin.GET('/api/admin/statistics/sign-ins', { params: { query: { period } }, signal }));

export function StatisticsPage() {
  const t = wordsOf('statistics');
  const { period = 'day' } = route.useSearch();
  const query = useQuery({
    queryKey: ['statistics', period],
    queryFn: ({ signal }) => readSignIns(period, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (one) => pollWhileOpen(one, 30_000),
  });
  return (
    <Page lead={t('about')} title={t('title')}>
      <Tabs
        current={period}
        label={t('period')}
        tabs={periods.map((id) => ({
          id,
          href: hrefOf('/statistics', { period: id }),
          label: t(`periods.${id}`),
        }))}
      />
      <QueryState query={query}>
        {(data) => (
          <Figures
            bars={data.items.map(({ from, ...counts }) => ({
              ...counts,
              name: momentText(from, data.period === 'day' ? 'time' : 'date'),
            }))}
          />
        )}
      </QueryState>
    </Page>
  );
}

function Figures({ bars }: { bars: readonly Bar[] }) {
  const t = wordsOf('statistics');
  const { succeeded, refused } = totalOfBars(bars);
  const filled = bars.filter((bar) => {
    const sums = totalOfBars([bar]);
    return sums.succeeded + sums.refused > 0;
  });
  return (
    <>
      <Section
        id="succeeded"
        title={t('succeeded', { count: succeeded, total: numberText(succeeded) })}
      >
        <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1">
          {methods.map((method) => (
            <li className="flex items-center gap-2" key={method}>
              <svg aria-hidden="true" className="size-3" viewBox="0 0 10 10">
                <rect className={fills[method]} height="10" width="10" />
              </svg>
              {t(`methods.${method}`)}
            </li>
          ))}
        </ul>
        {succeeded === 0 ? null : (
          <Chart bars={bars} parts={methods} title={t('chart-succeeded')} />
        )}
      </Section>
      <Section
        id="refused"
        lead={t('refused-about')}
        title={t('refused', { count: refused, total: numberText(refused) })}
      >
        {refused === 0 ? null : (
          <Chart bars={bars} parts={['refused']} title={t('chart-refused')} />
        )}
      </Section>
      <Section
        id="figures"
        lead={filled.length === bars.length ? undefined : t('figures-about')}
        title={t('figures')}
      >
        <Table
          caption={t('figures')}
          columns={[
            { id: 'when', name: t('when'), cell: ({ name }) => name },
            ...methods.map((method) => ({
              id: method,
              name: t(`methods.${method}`),
              isNumber: true,
              cell: (bar: Bar) => numberText(bar.succeeded[method]),
            })),
            {
              id: 'refused',
              name: t('refused-column'),
              isNumber: true,
              cell: (bar) => numberText(bar.refused),
            },
          ]}
          empty={<p className="text-text-2">{t('none')}</p>}
          idOf={({ name }) => name}
          nameOf={({ name }) => name}
          rows={filled.toReversed()}
        />
      </Section>
    </>
  );
}
