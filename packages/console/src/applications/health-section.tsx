// Whether sign-ins to an application work: the last one, the last refused requests with what differs from the record, and
// notifications about ended sessions.
import { Alert } from '@brama/ui/alert.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { pollWhileOpen } from '../api/queries.ts';
import { momentText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { isOfferedAddress, marked, nearest } from './address-marks.ts';
import { metadataOf } from './application-fields.ts';
import { LogoutResults } from './logout-results.tsx';
import { type Application, applicationKey, type Overview } from './queries.ts';
import { SignInTest } from './sign-in-test.tsx';

const readDiagnostics = (id: string, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/applications/{id}/diagnostics', {
      params: { path: { id } },
      ...(signal && { signal }),
    }),
  );

type Refusal = Awaited<ReturnType<typeof readDiagnostics>>['items'][number];

type HealthSectionProps = {
  application: Application;
  /** As loaded with the page. */
  first: Overview['diagnostics'];
};

export function HealthSection({ application, first }: HealthSectionProps) {
  const t = wordsOf('applications');
  const { id } = application;
  const [isTesting, setTesting] = useState(false);
  const query = useQuery({
    queryKey: [...applicationKey(id), 'diagnostics'],
    queryFn: ({ signal }) => readDiagnostics(id, signal),
    initialData: first,
    // an administrator who tests a sign-in beside this page sees what came of it
    refetchInterval: (one) => pollWhileOpen(one, isTesting ? 2000 : 10_000),
  });
  return (
    <Section id="health" lead={t('health.about')} title={t('health.title')}>
      <QueryState query={query} rows={2}>
        {(diagnostics) => {
          const { lastSignInAt, items } = diagnostics;
          return (
            <div className="flex flex-col gap-4">
              <SignInTest
                applicationId={id}
                diagnostics={diagnostics}
                explain={(refusal) => <RefusalText application={application} refusal={refusal} />}
                onStart={() => setTesting(true)}
              />
              <Alert
                kind={lastSignInAt ? 'success' : 'info'}
                title={
                  lastSignInAt
                    ? t('health.last', { when: momentText(lastSignInAt) })
                    : t('health.never')
                }
              />
              {items.length === 0 ? (
                <p className="text-text-2">{t('health.no-refusals')}</p>
              ) : (
                <ul className="flex flex-col gap-4">
                  {items.map((refusal) => (
                    <li
                      className="border-line-strong border-s-4 ps-4"
                      key={`${refusal.at} ${refusal.error} ${refusal.received?.join()}`}
                    >
                      <RefusalText application={application} refusal={refusal} />
                    </li>
                  ))}
                </ul>
              )}
              {application.protocol.type === 'link' ? null : (
                <LogoutResults logouts={diagnostics.logouts} />
              )}
            </div>
          );
        }}
      </QueryState>
    </Section>
  );
}

type RefusalProps = { application: Application; refusal: Refusal };

function RefusalText({ application, refusal }: RefusalProps) {
  const t = wordsOf('applications');
  const { at, count, error, reason, parameter, received = [], registered = [] } = refusal;
  const explained = findText('applications', `health.errors.${error}`);
  const [one] = received;
  return (
    <>
      <p className="font-semibold">
        {explained ?? t('health.refused')} <span translate="no">({error})</span>
      </p>
      <p className="text-sm text-text-2">
        <Moment at={at} />, {t('health.count', { count })}
      </p>
      {reason ? <p>{findText('applications', `health.reasons.${reason}`) ?? reason}</p> : null}
      {parameter ? (
        <p>
          {t('health.parameter')} <code translate="no">{parameter}</code>
        </p>
      ) : null}
      {received.map((text) => (
        <Received key={text} received={text} registered={registered} />
      ))}
      {received.length === 0 && registered.length > 0 ? (
        <p>{t('health.registered', { values: registered.join(', ') })}</p>
      ) : null}
      {parameter === 'redirect_uri' && one !== undefined ? (
        <AcceptButton application={application} received={one} />
      ) : null}
    </>
  );
}

/** The received value above the registered one, with what differs marked. */
function Received({ received, registered }: { received: string; registered: readonly string[] }) {
  const t = wordsOf('applications');
  const other = nearest(received, registered) ?? '';
  const lines = [
    { name: t('health.received'), ...marked(received, other) },
    { name: t('health.stored'), ...marked(other, received) },
  ];
  return (
    <dl className="mt-1">
      {lines.map(({ name, start, differs, end }) => (
        <div className="flex flex-wrap gap-x-2" key={name}>
          <dt className="text-text-2">{name}</dt>
          <dd className="font-mono text-sm wrap-anywhere" translate="no">
            {start}
            {differs === '' ? null : (
              <mark className="bg-warning-tint font-bold text-warning-ink underline">
                {differs}
              </mark>
            )}
            {end}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AcceptButton({ application, received }: { application: Application; received: string }) {
  const t = wordsOf('applications');
  const may = useMay();
  const { id, version, protocol } = application;
  const metadata = metadataOf(protocol);
  const known = Array.isArray(metadata['redirect_uris'])
    ? metadata['redirect_uris'].map(String)
    : [];
  if (!may('applications.write') || known.includes(received)) return null;
  if (!isOfferedAddress(received, known))
    return <p className="mt-1 text-sm text-text-2">{t('health.other-host')}</p>;
  const accept = () =>
    dataOf(
      admin.PATCH('/api/admin/applications/{id}', {
        params: { path: { id }, header: ifMatch(version) },
        body: {
          protocol: { ...protocol, metadata: { ...metadata, redirect_uris: [...known, received] } },
        },
      }),
    );
  return (
    <div className="mt-2">
      <ActButton
        act={accept}
        changes={[applicationKey(id)]}
        confirm={{
          title: t('health.accept-question'),
          text: (
            <>
              <p className="mb-2 font-bold text-lg wrap-anywhere" translate="no">
                {URL.parse(received)?.host}
              </p>
              <p className="mb-2 font-mono text-sm wrap-anywhere" translate="no">
                {received}
              </p>
              <p>{t('health.accept-text')}</p>
            </>
          ),
        }}
        done={t('health.accepted')}
      >
        {t('health.accept')}
      </ActButton>
    </div>
  );
}
