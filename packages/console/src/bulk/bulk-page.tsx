// One bulk change: the preview with its start, the progress, the result for each user, and undo.
import { bulkResults } from '@brama/contract/admin/bulk/act-types';
import { Alert } from '@brama/ui/alert.tsx';
import { buttonClass } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip, type StatusKind } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { ActButton } from '../ui/act-button.tsx';
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { isTyped } from '../ui/typed-number.ts';
import { actText, chipOfState } from './act-text.ts';
import { type BulkChange, bulkKey, bulkQuery } from './queries.ts';

const route = getRouteApi('/bulk/$id');

export function BulkPage() {
  const t = wordsOf('bulk');
  const { id } = route.useParams();
  const query = useQuery(bulkQuery(id));
  const title = query.data ? actText(query.data.act, query.data.undoOf) : t('list.title');
  return (
    <Page
      lead={
        <a className={textLink} href={hrefOf('/bulk')}>
          {t('one.back')}
        </a>
      }
      title={title}
    >
      <QueryState query={query}>
        {(bulk) => (
          <>
            <Progress bulk={bulk} />
            <Acts bulk={bulk} key={`${bulk.id} ${bulk.state}`} />
            <Exceptions bulk={bulk} />
            <Rows bulk={bulk} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** Says in one sentence how far it is. */
function stateText({ state, counts, expiresAt }: BulkChange): string {
  const t = wordsOf('bulk');
  const count = state === 'previewed' ? counts.waiting : counts.changed;
  const ready = counts.total - counts.waiting;
  return t(`one.${state}`, {
    count,
    ready: numberText(ready),
    total: numberText(counts.total),
    until: momentText(expiresAt, 'time'),
  });
}

function Progress({ bulk }: { bulk: BulkChange }) {
  const t = wordsOf('bulk');
  const { state, counts, act, createdBy, startedAt, undoOf, undoneBy } = bulk;
  return (
    <div className="flex flex-col gap-4">
      <div
        // the count changes each second
        aria-live={state === 'running' ? 'off' : 'polite'}
        className="flex flex-wrap items-center gap-3"
        role="status"
      >
        <StatusChip kind={chipOfState[state]}>{t(`states.${state}`)}</StatusChip>
        <p className="font-medium">{stateText(bulk)}</p>
      </div>
      {state === 'running' ? (
        <progress
          aria-label={t('one.progress')}
          className="h-2 w-full max-w-dialog accent-brand"
          max={counts.total}
          value={counts.total - counts.waiting}
        />
      ) : null}
      <DefinitionRows>
        {bulkResults.map((result) => (
          <DefinitionRow key={result} name={t(`results.${result}`)}>
            {numberText(counts[result])}
          </DefinitionRow>
        ))}
        {act.reason ? <DefinitionRow name={t('one.reason')}>{act.reason}</DefinitionRow> : null}
        {startedAt ? (
          <DefinitionRow name={t('one.started')}>
            {`${momentText(startedAt)}, ${createdBy ?? '—'}`}
          </DefinitionRow>
        ) : null}
        {undoOf ? <Other id={undoOf} name={t('one.undo-of')} /> : null}
        {undoneBy ? <Other id={undoneBy} name={t('one.undone-by')} /> : null}
      </DefinitionRows>
    </div>
  );
}

function Other({ id, name }: { id: string; name: string }) {
  const t = wordsOf('bulk');
  return (
    <DefinitionRow name={name}>
      <a className={textLink} href={hrefOf(`/bulk/${id}`)}>
        {t('one.open')}
      </a>
    </DefinitionRow>
  );
}

function Acts({ bulk }: { bulk: BulkChange }) {
  const t = wordsOf('bulk');
  const may = useMay();
  const { id, state, counts, canUndo } = bulk;
  if (!may('users.write')) return null;
  const params = { path: { id } };
  if (state === 'running')
    return (
      <ActButton
        act={() => dataOf(admin.POST('/api/admin/bulk-changes/{id}/cancel', { params }))}
        changes={[bulkKey]}
        confirm={{ title: t('one.cancel-question'), text: t('one.cancel-text') }}
        done={t('states.cancelled')}
      >
        {t('one.cancel')}
      </ActButton>
    );
  if (state === 'previewed' && counts.waiting === 0)
    return (
      <Alert kind="warning" title={t('one.nothing')}>
        {t('one.nothing-text')}{' '}
        <a className={textLink} href={hrefOf('/bulk/new')}>
          {t('list.new')}
        </a>
      </Alert>
    );
  if (state === 'previewed')
    return (
      <Counted
        bulk={bulk}
        count={counts.waiting}
        run={(count) =>
          dataOf(admin.POST('/api/admin/bulk-changes/{id}/start', { params, body: { count } }))
        }
        words="start"
      />
    );
  if (!canUndo) return null;
  return (
    <Counted
      bulk={bulk}
      count={counts.changed}
      run={async (count) => {
        const call = admin.POST('/api/admin/bulk-changes/{id}/undo', { params, body: { count } });
        const undo = await dataOf(call);
        goTo(hrefOf(`/bulk/${undo.id}`));
      }}
      words="undo"
    />
  );
}

type CountedProps = {
  bulk: BulkChange;
  /** How many users it changes. */
  count: number;
  run: (count: number) => Promise<unknown>;
  words: 'start' | 'undo';
};

/** An act on users, below what can be undone of it. The number of many users is typed, that of few is asked for. */
function Counted(props: CountedProps) {
  const t = wordsOf('bulk');
  const { bulk, words } = props;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-text-2">
        {words === 'start' ? t(`start.undo.${bulk.act.type}`) : t('undo.final')}
      </p>
      <CountedAct {...props} />
    </div>
  );
}

function CountedAct({ bulk, count, run, words }: CountedProps) {
  const t = wordsOf('bulk');
  const queries = useQueryClient();
  if (!bulk.needsCount)
    return (
      <ActButton
        act={() => run(count)}
        changes={[bulkKey]}
        confirm={{
          title: t(`${words}.question`, { count }),
          text: actText(bulk.act),
        }}
        done={t(`${words}.done`)}
        look={words === 'start' ? 'primary' : 'secondary'}
      >
        {t(`${words}.do`)}
      </ActButton>
    );
  return (
    <Form
      done={t(`${words}.done`)}
      fields={[
        {
          name: 'count',
          label: t(`${words}.count`),
          kind: 'number',
          required: true,
          hint: t(`${words}.count-hint`, { count }),
        },
      ]}
      id={`bulk-${words}-${bulk.id}`}
      keepsDraft={false}
      initial={{ count: '' }}
      onDone={() => void queries.invalidateQueries({ queryKey: bulkKey })}
      save={(values) => {
        if (!isTyped(values['count'], count))
          throw new FormError({ count: t('start.wrong', { count }) });
        return run(count);
      }}
      submitLabel={t(`${words}.do`)}
    />
  );
}

function Exceptions({ bulk: { exceptions } }: { bulk: BulkChange }) {
  const t = wordsOf('bulk');
  if (exceptions.length === 0) return null;
  return (
    <Section id="exceptions" title={t('one.exceptions')}>
      <DefinitionRows>
        {exceptions.map(({ code, count }) => (
          <DefinitionRow key={code} name={t(`codes.${code}`)}>
            {numberText(count)}
          </DefinitionRow>
        ))}
      </DefinitionRows>
    </Section>
  );
}

const chipOfResult: Record<keyof BulkChange['counts'] & string, StatusKind> = {
  total: 'note',
  waiting: 'note',
  changed: 'on',
  unchanged: 'off',
  refused: 'warning',
};

function Rows({ bulk: { id, state } }: { bulk: BulkChange }) {
  const t = wordsOf('bulk');
  const { cursor, result } = route.useSearch();
  const path = `/bulk/${id}`;
  const query = useQuery({
    queryKey: [...bulkKey, id, 'rows', state, cursor, result],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/bulk-changes/{id}/rows', {
          params: {
            path: { id },
            query: {
              ...(cursor !== undefined && { cursor }),
              ...(result !== undefined && { result }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    // each request is an event
    refetchOnWindowFocus: false,
  });
  return (
    <Section id="users" title={t('rows.title')}>
      <FilterBar
        action={hrefOf(path)}
        clearHref={result === undefined ? undefined : hrefOf(path)}
        isOpen
      >
        <FilterChoice
          label={t('rows.result')}
          name="result"
          options={bulkResults.map((value) => ({ value, label: t(`results.${value}`) }))}
          start={result}
        />
      </FilterBar>
      <QueryState query={query}>
        {({ items, next }) => (
          <>
            <Table
              caption={t('rows.title')}
              columns={[
                {
                  id: 'name',
                  name: t('rows.name'),
                  cell: ({ userId, username, fullName }) =>
                    userId === null ? (
                      username
                    ) : (
                      <a className={textLink} href={hrefOf(`/users/${userId}`)}>
                        {fullName ?? username}
                      </a>
                    ),
                },
                { id: 'username', name: t('rows.username'), cell: ({ username }) => username },
                {
                  id: 'result',
                  name: t('rows.result'),
                  cell: (row) => (
                    <StatusChip kind={chipOfResult[row.result]}>
                      {t(`results.${row.result}`)}
                    </StatusChip>
                  ),
                },
                {
                  id: 'code',
                  name: t('rows.why'),
                  cell: ({ code }) => (code === null ? '—' : t(`codes.${code}`)),
                },
              ]}
              empty={
                <EmptyState
                  action={
                    <a className={buttonClass('secondary')} href={hrefOf(path)}>
                      {t('rows.all')}
                    </a>
                  }
                  title={t('rows.empty')}
                >
                  {t('rows.empty-text')}
                </EmptyState>
              }
              idOf={({ userId, username }) => userId ?? username}
              nameOf={({ username }) => username}
              rows={items}
            />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf(path, { result, cursor: page })}
              next={next}
            />
          </>
        )}
      </QueryState>
    </Section>
  );
}
