// Servers, database, email, ways to sign in and background work: each with its state in words, and what to do if it fails.
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { pollWhileOpen } from '../api/queries.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { Moment } from '../ui/moment.tsx';
import { Page, Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { DoctorSection } from './doctor-section.tsx';

const readStatus = (signal: AbortSignal) => dataOf(admin.GET('/api/admin/status', { signal }));
type Status = Awaited<ReturnType<typeof readStatus>>;
type State = Status['mail']['state'];

/** The page refreshes itself while it is visible. */
const refreshMs = 30_000;

export function StatusPage() {
  const t = wordsOf('status');
  const may = useMay();
  const query = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => readStatus(signal),
    refetchInterval: (one) => pollWhileOpen(one, refreshMs),
  });
  return (
    <Page lead={t('about')} title={t('title')}>
      <QueryState query={query}>{(status) => <Loaded status={status} />}</QueryState>
      {may('doctor.run') ? <DoctorSection /> : null}
    </Page>
  );
}

function Loaded({ status }: { status: Status }) {
  const t = wordsOf('status');
  return (
    <>
      <p className="text-text-2">{t('as-of', { when: momentText(status.now, 'dateTime') })}</p>
      <NodesSection status={status} />
      <DatabaseSection database={status.database} />
      <MailSection mail={status.mail} />
      <MethodsSection methods={status.methods} />
      <JobsSection jobs={status.jobs} />
    </>
  );
}

const chips = { works: 'on', fails: 'error', unknown: 'note', unused: 'off' } as const;

function StateChip({ state }: { state: State }) {
  const t = wordsOf('status');
  return <StatusChip kind={chips[state]}>{t(`states.${state}`)}</StatusChip>;
}

function NodesSection({ status: { nodes, version } }: { status: Status }) {
  const t = wordsOf('status');
  const versions = new Set(nodes.map((node) => node.version));
  return (
    <Section
      id="nodes"
      lead={t(versions.size > 1 ? 'nodes.several-versions' : 'nodes.about', { version })}
      title={t('nodes.title')}
    >
      <Table
        caption={t('nodes.title')}
        columns={[
          {
            id: 'host',
            name: t('nodes.host'),
            cell: ({ host }) => <span translate="no">{host}</span>,
          },
          { id: 'version', name: t('nodes.version'), cell: (node) => node.version },
          {
            id: 'started',
            name: t('nodes.started'),
            cell: ({ startedAt }) => <Moment at={startedAt} />,
          },
          { id: 'seen', name: t('nodes.seen'), cell: ({ seenAt }) => <Moment at={seenAt} /> },
        ]}
        empty={<p className="text-text-2">{t('nodes.none')}</p>}
        idOf={({ host, startedAt }) => `${host} ${startedAt}`}
        nameOf={({ host }) => host}
        rows={nodes}
      />
    </Section>
  );
}

const mebibyte = 2 ** 20;
const sizeText = (bytes: number) => {
  const t = wordsOf('status');
  return t('megabytes', { count: numberText(Math.round(bytes / mebibyte)) });
};

/** SQLite stops on a full disk; PostgreSQL and this server must agree on the time within this. */
const fewBytes = 1024 * mebibyte;
const maxClockMs = 2000;
const slowMs = 200;

function DatabaseSection({ database }: { database: Status['database'] }) {
  const t = wordsOf('status');
  const { kind, version, migration, sizeBytes, freeBytes, answersInMs, clockDifferenceMs } =
    database;
  const isTight = freeBytes !== null && freeBytes < fewBytes;
  const isSlow = answersInMs > slowMs;
  const isClockWrong = Math.abs(clockDifferenceMs) > maxClockMs;
  const isFine = !(isTight || isSlow || isClockWrong);
  return (
    <Section
      action={<StateChip state={isFine ? 'works' : 'fails'} />}
      id="database"
      title={t('database.title')}
    >
      {isTight ? <p className="mb-3 font-medium">{t('database.tight')}</p> : null}
      {isSlow ? <p className="mb-3 font-medium">{t('database.slow')}</p> : null}
      {isClockWrong ? <p className="mb-3 font-medium">{t('database.clock')}</p> : null}
      <DefinitionRows>
        <DefinitionRow name={t('database.kind')}>
          <span translate="no">
            {kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} {version}
          </span>
        </DefinitionRow>
        <DefinitionRow name={t('database.migration')}>
          <code translate="no">{migration}</code>
        </DefinitionRow>
        <DefinitionRow name={t('database.size')}>{sizeText(sizeBytes)}</DefinitionRow>
        {freeBytes === null ? null : (
          <DefinitionRow name={t('database.free')}>{sizeText(freeBytes)}</DefinitionRow>
        )}
        <DefinitionRow name={t('database.answers')}>
          {t('milliseconds', { count: numberText(answersInMs) })}
        </DefinitionRow>
        {kind === 'postgres' ? (
          <DefinitionRow name={t('database.difference')}>
            {t('milliseconds', { count: numberText(clockDifferenceMs) })}
          </DefinitionRow>
        ) : null}
      </DefinitionRows>
    </Section>
  );
}

const whenText = (at: string | null) => (at === null ? '—' : momentText(at));

function MailSection({ mail }: { mail: Status['mail'] }) {
  const t = wordsOf('status');
  const { state, lastSuccessAt, lastFailureAt, reason } = mail;
  return (
    <Section
      action={<StateChip state={state} />}
      id="mail"
      lead={t(`mail.about.${state}`)}
      title={t('mail.title')}
    >
      {state === 'unused' ? null : (
        <DefinitionRows>
          <DefinitionRow name={t('mail.success')}>{whenText(lastSuccessAt)}</DefinitionRow>
          <DefinitionRow name={t('mail.failure')}>
            {whenText(lastFailureAt)}
            {reason === null ? null : (
              <>
                {' '}
                <code translate="no">{reason}</code>
              </>
            )}
          </DefinitionRow>
        </DefinitionRows>
      )}
    </Section>
  );
}

function MethodsSection({ methods }: { methods: Status['methods'] }) {
  const t = wordsOf('status');
  return (
    <Section id="methods" lead={t('methods.about')} title={t('methods.title')}>
      <Table
        caption={t('methods.title')}
        columns={[
          {
            id: 'method',
            name: t('methods.method'),
            cell: ({ method }) => findText('status', `methods.names.${method}`) ?? method,
          },
          {
            id: 'state',
            name: t('methods.state'),
            cell: ({ state }) => <StateChip state={state} />,
          },
          {
            id: 'last',
            name: t('methods.last'),
            cell: ({ lastSignInAt }) => whenText(lastSignInAt),
          },
          {
            id: 'failure',
            name: t('methods.failure'),
            cell: ({ state, lastFailureAt, reason }) => (
              <>
                {whenText(lastFailureAt)}
                {state === 'fails' && reason !== null ? (
                  <span className="block text-sm text-text-2">
                    {t(`methods.reasons.${reason}`)}
                  </span>
                ) : null}
              </>
            ),
          },
        ]}
        empty={null}
        idOf={({ method }) => method}
        nameOf={({ method }) => method}
        rows={methods}
      />
    </Section>
  );
}

function JobsSection({ jobs }: { jobs: Status['jobs'] }) {
  const t = wordsOf('status');
  return (
    <Section id="jobs" lead={t('jobs.about')} title={t('jobs.title')}>
      <Table
        caption={t('jobs.title')}
        columns={[
          {
            id: 'job',
            name: t('jobs.job'),
            cell: ({ job, failing }) => (
              <>
                {t(`jobs.names.${job}`)}
                {failing > 0 && job === 'logouts' ? (
                  <span className="block text-sm text-text-2">{t('jobs.failing-logouts')}</span>
                ) : null}
              </>
            ),
          },
          {
            id: 'waiting',
            name: t('jobs.waiting'),
            isNumber: true,
            cell: ({ waiting }) => numberText(waiting),
          },
          {
            id: 'failing',
            name: t('jobs.failing'),
            isNumber: true,
            cell: ({ failing }) => numberText(failing),
          },
          { id: 'oldest', name: t('jobs.oldest'), cell: ({ oldestAt }) => whenText(oldestAt) },
        ]}
        empty={null}
        idOf={({ job }) => job}
        nameOf={({ job }) => job}
        rows={jobs}
      />
    </Section>
  );
}
