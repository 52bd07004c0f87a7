// The requests that wait for a second administrator. An access code is shown once, to the one who approves.
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accessCodeAddress } from '../api/access-code-address.ts';
import { admin, dataOf } from '../api/client.ts';
import { useMay, useMe } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Secret } from '../ui/secret.tsx';

const readApprovals = (signal?: AbortSignal) =>
  dataOf(admin.GET('/api/admin/approvals', signal ? { signal } : {}));

type Approval = Awaited<ReturnType<typeof readApprovals>>['items'][number];
type AccessCode = { code: string; expiresAt: string };

const key = ['approvals'];

/** Types of events: the past requests, and what became of them. */
const past = ['requested', 'given', 'withdrawn'] as const;

export function ApprovalsPage() {
  const t = wordsOf('approvals');
  const may = useMay();
  const [accessCode, setAccessCode] = useState<AccessCode>();
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => readApprovals(signal) });
  const person = (id: string, username: string) => (
    <a className={textLink} href={hrefOf(`/users/${id}`)}>
      {username}
    </a>
  );
  return (
    <Page lead={t('about')} title={t('title')}>
      {accessCode ? (
        <Secret label={t('code')} value={accessCode.code}>
          <p className="mt-2">
            {t('code-until', {
              address: accessCodeAddress(),
              until: momentText(accessCode.expiresAt),
            })}
          </p>
        </Secret>
      ) : null}
      <QueryState query={query}>
        {({ items }) => (
          <Table
            caption={t('title')}
            columns={[
              { id: 'action', name: t('action'), cell: ({ action }) => t(`actions.${action}`) },
              { id: 'user', name: t('user'), cell: (one) => person(one.userId, one.username) },
              {
                id: 'by',
                name: t('by'),
                cell: (one) => person(one.requestedById, one.requestedBy),
              },
              { id: 'reason', name: t('reason'), cell: ({ reason }) => reason || '—' },
              {
                id: 'until',
                name: t('until'),
                cell: ({ expiresAt }) => <Moment at={expiresAt} />,
              },
              ...(may('approvals.decide')
                ? [
                    {
                      id: 'acts',
                      name: t('acts'),
                      hasActs: true,
                      cell: (one: Approval) => <Decision approval={one} onCode={setAccessCode} />,
                    },
                  ]
                : []),
            ]}
            empty={<EmptyState title={t('empty')}>{t('empty-text')}</EmptyState>}
            idOf={({ id }) => id}
            nameOf={({ username }) => username}
            rows={items}
          />
        )}
      </QueryState>
      {may('events.read') ? (
        <p className="flex flex-wrap gap-x-6 gap-y-3 print:hidden">
          {past.map((what) => (
            <a
              className={textLink}
              href={hrefOf('/events', { type: `approval.${what}` })}
              key={what}
            >
              {t(`past.${what}`)}
            </a>
          ))}
        </p>
      ) : null}
    </Page>
  );
}

type DecisionProps = { approval: Approval; onCode: (code: AccessCode) => void };

function Decision({ approval, onCode }: DecisionProps) {
  const t = wordsOf('approvals');
  const me = useMe();
  const { id, action, username } = approval;
  const isOwn = [approval.requestedById, approval.userId].includes(me.id);
  const approve = async () => {
    const outcome = await dataOf(
      admin.POST('/api/admin/approvals/{id}/approve', { params: { path: { id } } }),
    );
    if (outcome.action === 'access-code.issue') onCode(outcome.accessCode);
  };
  const changes = [key, ['users']];
  return (
    <div className="flex flex-wrap gap-2">
      <ActButton
        act={approve}
        changes={changes}
        confirm={{
          title: t('approve-question', { action: t(`actions.${action}`), user: username }),
          text: t('approve-text'),
        }}
        disabledReason={isOwn ? t('own') : undefined}
        done={t('approved')}
        look="primary"
      >
        {t('approve')}
      </ActButton>
      <ActButton
        act={() => dataOf(admin.DELETE('/api/admin/approvals/{id}', { params: { path: { id } } }))}
        changes={changes}
        confirm={{ title: t('withdraw-question'), text: t('withdraw-text') }}
        done={t('withdrawn')}
      >
        {t('withdraw')}
      </ActButton>
    </div>
  );
}
