// One import: how far it is, why it waits, the decision of an administrator, and its rows.
import { rowKinds } from '@brama/contract/admin/imports/codes';
import { Alert } from '@brama/ui/alert.tsx';
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page, Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { ApproveButton } from './approve-button.tsx';
import { GroupsSection } from './groups-section.tsx';
import { affectedBy, chipOfState, kindText, stateText, stopText } from './import-text.ts';
import { NewUsers } from './new-users-section.tsx';
import { NextSection, placeText, RepeatButton } from './next-section.tsx';
import {
  type Import,
  importQuery,
  importsKey,
  sourceQuery,
  sourcesKey,
  useSourceTitle,
} from './queries.ts';
import { CompareRegisterButton } from './read-register.tsx';
import { ImportRows } from './rows-section.tsx';

/** One that has failed keeps what it had written. */
const hasNewUsers = ({ state, counts }: Import) =>
  (state === 'done' || state === 'failed') && counts.created > 0;

const route = getRouteApi('/imports/$id');

export function ImportPage() {
  const t = wordsOf('imports');
  const { id } = route.useParams();
  const query = useQuery(importQuery(id));
  const titleOf = useSourceTitle();
  if (query.error instanceof AdminProblem && query.error.status === 404) return <NotFoundText />;
  const { data } = query;
  const title = data
    ? t('one.title', { source: titleOf(data.source), at: momentText(data.createdAt) })
    : t('list.title');
  return (
    <Page
      lead={
        <a className={textLink} href={hrefOf('/imports')}>
          {t('one.back')}
        </a>
      }
      title={title}
    >
      <QueryState query={query}>
        {(one) => (
          <>
            <Progress one={one} />
            {one.state === 'waiting' ? <Decision one={one} /> : null}
            <GroupsSection one={one} />
            {one.state === 'compared' || one.state === 'failed' ? <NextSection one={one} /> : null}
            {hasNewUsers(one) ? <NewUsers id={one.id} /> : null}
            {one.state === 'comparing' ? null : <ImportRows one={one} />}
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** Returns who has decided, and when. */
function decisionText({ decidedAt, decidedBy }: Import): string | null {
  return decidedAt === null ? null : `${momentText(decidedAt)}, ${decidedBy ?? '—'}`;
}

/** Announces each new state. The sentence about it may change every second, so it is no live region. */
function useAnnouncedState({ state }: Import): void {
  const t = wordsOf('imports');
  const announce = useAnnounce();
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    announce(t('one.now', { state: t(`states.${state}`) }));
  }, [state, t, announce]);
}

/** How many rows are compared. How many there are is not known before the last one. */
function Compared({ one: { compared } }: { one: Import }) {
  const t = wordsOf('imports');
  if (compared === null) return null;
  return (
    <div>
      <progress
        aria-label={t('one.comparing-progress')}
        className="h-2 w-full max-w-dialog accent-brand"
      />
      <p className="text-sm text-text-2">
        {t('one.compared-rows', { count: compared, number: numberText(compared) })}
      </p>
    </div>
  );
}

/** How many users are written. */
function Written({ one: { written, counts } }: { one: Import }) {
  const t = wordsOf('imports');
  if (written === null) return null;
  const total = affectedBy(counts);
  return (
    <div>
      <progress
        aria-label={t('one.progress')}
        className="h-2 w-full max-w-dialog accent-brand"
        max={total}
        value={written}
      />
      <p className="text-sm text-text-2">
        {t('one.written', { number: numberText(written), total: numberText(total) })}
      </p>
    </div>
  );
}

function Progress({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const { state, counts, fileName, startedBy, createdAt, finishedAt } = one;
  const titleOf = useSourceTitle();
  useAnnouncedState(one);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <StatusChip kind={chipOfState[state]}>{t(`states.${state}`)}</StatusChip>
        <p className="font-medium">
          {stateText(one)} {placeText(one)}
        </p>
      </div>
      <Compared one={one} />
      <Written one={one} />
      <DefinitionRows>
        <DefinitionRow name={t('one.source')}>
          <a className={textLink} href={hrefOf(`/imports/sources/${one.source}`)}>
            {titleOf(one.source)}
          </a>
        </DefinitionRow>
        <DefinitionRow name={t('one.file')}>{fileName}</DefinitionRow>
        <DefinitionRow name={t('one.started')}>
          {`${momentText(createdAt)}, ${startedBy ?? '—'}`}
        </DefinitionRow>
        <DefinitionRow name={t('one.decided')}>{decisionText(one)}</DefinitionRow>
        <DefinitionRow name={t('one.finished')}>
          {finishedAt === null ? null : momentText(finishedAt)}
        </DefinitionRow>
        {rowKinds.map((kind) => (
          <DefinitionRow key={kind} name={kindText(one, kind)}>
            {counts[kind] === 0 ? null : numberText(counts[kind])}
          </DefinitionRow>
        ))}
      </DefinitionRows>
      <ToLookAt one={one} />
    </div>
  );
}

/** Why rows are rejected, and what an administrator looks at; each leads to its rows. */
function ToLookAt({ one }: { one: Import }) {
  const { id, rejectedBy, sameNames, removedAddresses, unmapped } = one;
  const t = wordsOf('imports');
  const reasons = [
    ...rejectedBy.map((one) => ({ ...one, kind: 'rejected' })),
    ...(sameNames > 0 ? [{ code: 'same-name' as const, count: sameNames, kind: 'created' }] : []),
    ...(removedAddresses > 0
      ? [{ code: 'address-removed' as const, count: removedAddresses, kind: undefined }]
      : []),
  ];
  if (reasons.length === 0 && unmapped.length === 0) return null;
  return (
    <div>
      <h2 className="font-medium">{t('look.title')}</h2>
      <ul className="list-disc ps-5">
        {reasons.map(({ code, count, kind }) => (
          <li key={code}>
            <a className={textLink} href={hrefOf(`/imports/${id}`, { kind, code })}>
              {t(`codes.${code}`)}
            </a>
            {`: ${numberText(count)}`}
          </li>
        ))}
        {unmapped.map(({ by, value, count }) => (
          <li className="wrap-anywhere" key={`${by} ${value}`}>
            {t('look.unmapped', { fact: t(`look.facts.${by}`), value, number: numberText(count) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of an import that is outdated: its stored file is compared again, or the register. */
function CompareAgain({ one }: { one: Import }) {
  const { data } = useQuery(sourceQuery(one.source));
  if (data?.kind === 'edebo') return <CompareRegisterButton look="secondary" source={one.source} />;
  return one.hasFile ? <RepeatButton isFirst={false} one={one} /> : null;
}

function Decision({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const may = useMay();
  const { id, stops, obstacle } = one;
  const params = { path: { id } };
  const changes = [importsKey, sourcesKey];
  return (
    <Section id="decision" title={t('decision.title')}>
      <div className="flex flex-col gap-4">
        <Alert kind="warning" title={t('decision.why')}>
          <ul className="list-disc ps-5">
            {stops.map((stop) => (
              <li key={`${stop.code} ${stop.field}`}>{stopText(stop)}</li>
            ))}
          </ul>
        </Alert>
        {may('users.import') ? (
          // the reason of an obstacle is longer than a button
          <div className={`flex items-start gap-3 ${obstacle === null ? 'flex-wrap' : 'flex-col'}`}>
            <ApproveButton one={one} />
            {obstacle === 'outdated' ? <CompareAgain one={one} /> : null}
            <ActButton
              act={() => dataOf(admin.POST('/api/admin/imports/{id}/refuse', { params }))}
              changes={changes}
              confirm={{ title: t('decision.refuse-question'), text: t('decision.refuse-text') }}
              done={t('decision.refused')}
            >
              {t('decision.refuse')}
            </ActButton>
          </div>
        ) : (
          <p className="text-text-2">{t('decision.forbidden')}</p>
        )}
      </div>
    </Section>
  );
}
