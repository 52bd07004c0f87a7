// The rows of an import: whom each concerns, what changes field by field, and why some are rejected or wait.
import { type importCodes, rowKinds } from '@brama/contract/admin/imports/codes';
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { chipOfKind, fieldText, kindText, rowKindText, valueText } from './import-text.ts';
import { PersonDecision } from './person-decision.tsx';
import { type Import, importsKey } from './queries.ts';

const route = getRouteApi('/imports/$id');

type Asked = {
  id: string;
  kind: (typeof rowKinds)[number] | undefined;
  code: (typeof importCodes)[number] | undefined;
  cursor: string | undefined;
};

const readRows = ({ id, kind, code, cursor }: Asked, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/imports/{id}/rows', {
      params: {
        path: { id },
        query: {
          ...(kind !== undefined && { kind }),
          ...(code !== undefined && { code }),
          ...(cursor !== undefined && { cursor }),
        },
      },
      ...(signal && { signal }),
    }),
  );

type Row = Awaited<ReturnType<typeof readRows>>['items'][number];

export function ImportRows({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const { id, state, source } = one;
  const queries = useQueryClient();
  const { cursor, kind, code } = route.useSearch();
  const isFiltered = kind !== undefined || code !== undefined;
  const path = `/imports/${id}`;
  const query = useQuery({
    queryKey: [...importsKey, id, 'rows', state, cursor, kind, code],
    queryFn: ({ signal }) => readRows({ id, kind, code, cursor }, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  return (
    <Section id="rows" lead={t('rows.lead')} title={t('rows.title')}>
      <FilterBar action={hrefOf(path)} clearHref={isFiltered ? hrefOf(path) : undefined} isOpen>
        <FilterChoice
          label={t('rows.kind')}
          name="kind"
          options={rowKinds.map((value) => ({ value, label: kindText(one, value) }))}
          start={kind}
        />
      </FilterBar>
      <QueryState query={query}>
        {({ items, next }) => (
          <>
            <Table
              caption={t('rows.title')}
              cardsBelow={1024}
              columns={[
                {
                  id: 'line',
                  name: t('rows.line'),
                  isNumber: true,
                  cell: ({ line }) => (line === null ? '—' : numberText(line)),
                },
                { id: 'person', name: t('rows.person'), cell: (row) => <Person row={row} /> },
                { id: 'external', name: t('rows.external'), cell: (row) => row.externalId ?? '—' },
                {
                  id: 'kind',
                  name: t('rows.kind'),
                  cell: (row) => (
                    <StatusChip kind={chipOfKind[row.kind]}>
                      {rowKindText(one, row.kind)}
                    </StatusChip>
                  ),
                },
                {
                  id: 'what',
                  name: t('rows.what'),
                  cell: (row) => (
                    <>
                      <What isWritten={state === 'done'} row={row} />
                      <Waiting
                        onDecided={() =>
                          queries.invalidateQueries({ queryKey: [...importsKey, id, 'rows'] })
                        }
                        row={row}
                        source={source}
                      />
                    </>
                  ),
                },
              ]}
              empty={
                <EmptyState
                  action={
                    isFiltered ? (
                      <a className={buttonClass('secondary')} href={hrefOf(path)}>
                        {t('rows.all')}
                      </a>
                    ) : undefined
                  }
                  title={t('rows.empty')}
                >
                  {t(isFiltered ? 'rows.empty-filtered' : 'rows.empty-text')}
                </EmptyState>
              }
              idOf={(row) => `${row.line} ${row.externalId} ${row.code}`}
              nameOf={(row) => row.username ?? row.externalId ?? ''}
              rows={items}
            />
            <Decided rows={items} />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf(path, { kind, code, cursor: page })}
              next={next}
            />
          </>
        )}
      </QueryState>
    </Section>
  );
}

/** Returns the name that the file gives the person of a row. */
function nameInFile({ changes }: Row): string | undefined {
  const named = changes.find(({ field }) => field === 'fullName')?.after;
  return typeof named === 'string' ? named : undefined;
}

function Person({ row }: { row: Row }) {
  const may = useMay();
  const { kind, userId, username, fullName } = row;
  // the user of a waiting row may be another person
  if (kind === 'waiting') return nameInFile(row) ?? '—';
  const name = fullName ?? nameInFile(row) ?? username;
  if (name === null) return '—';
  if (userId === null || !may('users.read')) return name;
  return (
    <a className={textLink} href={hrefOf(`/users/${userId}`)}>
      {name}
    </a>
  );
}

type WaitingProps = {
  row: Row;
  source: string;
  onDecided: () => Promise<unknown>;
};

/** Says how many decisions of this page the next import writes. */
function Decided({ rows }: { rows: readonly Row[] }) {
  const t = wordsOf('imports');
  const count = rows.filter(({ decision }) => decision?.isWritten === false).length;
  if (count === 0) return null;
  return <p className="mt-3 text-text-2">{t('repeat.decided', { count })}</p>;
}

function decisionText({ user, isWritten }: NonNullable<Row['decision']>): string {
  const t = wordsOf('imports');
  if (user === null) return t('person.is-new');
  return t(isWritten ? 'person.is-linked' : 'person.is-user', {
    name: user.fullName ?? user.username,
  });
}

/** Of a row that waits, or gives a known user another id: who the person is. */
function Waiting({ row, source, onDecided }: WaitingProps) {
  const may = useMay();
  const place = useRef<HTMLDivElement>(null);
  const { kind, code, externalId, candidates, decision } = row;
  const isOpen = kind === 'waiting' || code === 'changed-id';
  if (!isOpen || externalId === null) return null;
  return (
    <div className="mt-1" ref={place}>
      {decision === null ? null : <p className="font-medium">{decisionText(decision)}</p>}
      {decision === null && may('users.import') ? (
        <PersonDecision
          candidates={candidates}
          externalId={externalId}
          name={nameInFile(row) ?? externalId}
          onDecided={async () => {
            await onDecided();
            keepFocus(place.current);
          }}
          source={source}
        />
      ) : null}
    </div>
  );
}

function What({ row, isWritten }: { row: Row; isWritten: boolean }) {
  const t = wordsOf('imports');
  const { code, field, otherLine, changes } = row;
  if (code !== null)
    return (
      <p className="wrap-anywhere">
        {t(`codes.${code}`)}
        {field === null ? null : (
          <span className="block text-sm text-text-2">
            {t('rows.field', { field: fieldText(field) })}
          </span>
        )}
        {otherLine === null ? null : (
          <span className="block text-sm text-text-2">
            {t('rows.other', { line: numberText(otherLine) })}
          </span>
        )}
        {changes
          .filter(({ field: name, before }) => name !== 'fullName' || before !== null)
          .map((change) => (
            <span className="block text-sm" key={change.field}>
              <Change change={change} isNew={row.kind === 'created'} />
            </span>
          ))}
      </p>
    );
  if (changes.length === 0 && row.kind === 'linked')
    return t(isWritten ? 'rows.linked' : 'rows.would-link');
  if (changes.length === 0) return t('rows.nothing');
  return (
    <ul className="flex flex-col gap-1">
      {changes.map((change) => (
        <li className="wrap-anywhere" key={`${change.field} ${change.isKept}`}>
          <Change change={change} isNew={row.kind === 'created'} />
        </li>
      ))}
    </ul>
  );
}

/** A field before and after. A tax number is never shown. */
function Change({ change, isNew }: { change: Row['changes'][number]; isNew: boolean }) {
  const t = wordsOf('imports');
  const { field, before, after, isKept, isDerived } = change;
  const name = fieldText(field);
  if (isKept) return t('rows.kept', { field: name });
  if (field === 'taxId') return t(isNew ? 'rows.tax-id-new' : 'rows.tax-id');
  return (
    <>
      <span className="text-text-2">{name}:</span>{' '}
      {before === null || before === undefined ? null : (
        <>
          <del className="text-text-2">{valueText(before)}</del>
          <span aria-hidden="true"> → </span>
        </>
      )}
      <ins className="no-underline">{valueText(after)}</ins>
      {isDerived ? <span className="text-text-2"> {t('rows.derived')}</span> : null}
    </>
  );
}
