// What a user sees on the applications page and the account page, for an operator on the phone. Opened with a reason, which is an event.
import { Alert } from '@brama/ui/alert.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { momentText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page, Section } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { accountQuery } from './queries.ts';

const route = getRouteApi('/users/$id/view');

const openView = (id: string, reason: string) =>
  dataOf(
    admin.POST('/api/admin/users/{id}/view', {
      params: { path: { id } },
      body: { reason, language },
    }),
  );
type View = Awaited<ReturnType<typeof openView>>;

const noReason: FormValues = { reason: '' };

export function ViewPage() {
  const t = wordsOf('users');
  const { id } = route.useParams();
  const [view, setView] = useState<View>();
  // known from the page of the user, from which the link comes; a read of its own would be one more event
  const user = useQueryClient().getQueryData(accountQuery(id).queryKey)?.user;
  const title = user ? t('view.title-of', { name: user.fullName }) : t('view.title');
  return (
    <Page lead={t('view.about')} title={title}>
      <p>
        <a className={textLink} href={hrefOf(`/users/${id}`)}>
          {t('view.back')}
        </a>
      </p>
      {view ? (
        <Shown view={view} />
      ) : (
        <Form
          done={t('view.opened')}
          fields={[
            {
              name: 'reason',
              label: t('view.reason'),
              hint: t('view.reason-hint'),
              required: true,
              maxLength: 200,
            },
          ]}
          id={`view-${id}`}
          initial={noReason}
          save={async ({ reason = '' }) => setView(await openView(id, reason))}
          submitLabel={t('view.open')}
        />
      )}
    </Page>
  );
}

function Shown({ view }: { view: View }) {
  const t = wordsOf('users');
  const { disabled, applications, data, connectedApplications, activity } = view;
  return (
    <>
      {disabled ? <Alert kind="warning" title={t('view.disabled')} /> : null}
      <Alert kind="info" title={t('view.read-only')} />
      <Section id="applications" title={t('view.applications')}>
        <Applications applications={applications} />
      </Section>
      <Section id="data" title={t('view.data')}>
        {Object.values(data).some(Boolean) ? (
          <DefinitionRows>
            {Object.entries(data).map(([name, value]) => (
              <DefinitionRow key={name} name={findText('profile', `fields.${name}`) ?? name}>
                {value}
              </DefinitionRow>
            ))}
          </DefinitionRows>
        ) : (
          <p className="text-text-2">{t('view.no-data')}</p>
        )}
      </Section>
      <Section id="connected" title={t('view.connected')}>
        {connectedApplications.length === 0 ? (
          <p className="text-text-2">{t('view.no-connected')}</p>
        ) : (
          <ul className="divide-y divide-line border-line border-y">
            {connectedApplications.map(({ title, since }) => (
              <li className="row flex min-h-11 flex-wrap items-center gap-x-3" key={title}>
                {title}{' '}
                <span className="text-text-2">{t('view.since', { when: momentText(since) })}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {activity ? (
        <Section id="activity" title={t('view.activity')}>
          <Activity events={activity} />
        </Section>
      ) : null}
    </>
  );
}

/** As the cards of the applications page, by category. */
function Applications({ applications }: { applications: View['applications'] }) {
  const t = wordsOf('users');
  if (applications.length === 0) return <p className="text-text-2">{t('view.no-applications')}</p>;
  const byCategory = Map.groupBy(applications, ({ category }) => category ?? '');
  return (
    <div className="flex flex-col gap-4">
      {[...byCategory].map(([category, own]) => (
        <div key={category}>
          {category === '' ? null : <h3 className="mb-2 font-semibold">{category}</h3>}
          <ul className="grid gap-3 sm:grid-cols-2">
            {own.map((one) => (
              <li
                className="flex items-center gap-4 rounded-card border border-line bg-surface p-4"
                key={one.id}
              >
                {one.icon ? (
                  <span className="grid size-12 shrink-0 place-items-center rounded-chip bg-brand">
                    <img alt="" className="size-8 object-contain" src={one.icon} />
                  </span>
                ) : null}
                <span className="min-w-0">
                  <span className="block font-semibold">{one.title}</span>
                  <span className="block text-sm text-text-2">{one.description}</span>
                  {one.favorite ? (
                    <StatusChip kind="current">{t('view.favorite')}</StatusChip>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Activity({ events }: { events: NonNullable<View['activity']> }) {
  const t = wordsOf('users');
  return (
    <Table
      caption={t('view.activity')}
      columns={[
        { id: 'when', name: t('view.when'), cell: ({ at }) => <Moment at={at} /> },
        {
          id: 'what',
          name: t('view.what'),
          cell: ({ kind, count }) =>
            (findText('account', `activity.kinds.${kind}`) ?? kind).replace(
              '{{count}}',
              `${count}`,
            ),
        },
        {
          id: 'application',
          name: t('view.application'),
          cell: ({ application }) => application ?? '—',
        },
        {
          id: 'where',
          name: t('view.where'),
          cell: ({ browser, network }) => [browser, network].filter(Boolean).join(', ') || '—',
        },
      ]}
      empty={<p className="text-text-2">{t('view.no-activity')}</p>}
      idOf={({ at, kind, application }) => `${at} ${kind} ${application}`}
      nameOf={({ at }) => at}
      rows={events}
    />
  );
}
