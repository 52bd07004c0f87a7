// Where the user is signed in.
import { Table } from '@brama/ui/table/table.tsx';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Section } from '../ui/page.tsx';
import { useMayDo } from './acts.ts';
import { type OpenSession, type User, userKey } from './queries.ts';

type SessionsSectionProps = { user: User; items: readonly OpenSession[] };

export function SessionsSection({ user, items }: SessionsSectionProps) {
  const t = wordsOf('users');
  const mayDo = useMayDo();
  const changes = [userKey(user.id)];
  const endAll = (
    <ActButton
      act={() =>
        dataOf(
          admin.DELETE('/api/admin/users/{id}/sessions', { params: { path: { id: user.id } } }),
        )
      }
      changes={changes}
      confirm={{
        title: t('sessions.end-question', { name: user.fullName }),
        text: t('sessions.end-text'),
      }}
      done={t('sessions.all-ended')}
    >
      {t('sessions.end-all')}
    </ActButton>
  );
  return (
    <Section
      action={items.length > 0 && mayDo('end-sessions') ? endAll : null}
      id="sessions"
      title={t('sessions.title')}
    >
      <SessionTable items={items} user={user} />
    </Section>
  );
}

function nameOf({ browser, system }: OpenSession): string {
  const t = wordsOf('users');
  if (!browser) return t('sessions.unknown');
  return system ? t('sessions.on', { browser, system }) : browser;
}

function SessionTable({ user, items }: SessionsSectionProps) {
  const t = wordsOf('users');
  const mayDo = useMayDo();
  const end = (session: OpenSession) => (
    <ActButton
      act={() =>
        dataOf(
          admin.DELETE('/api/admin/users/{id}/sessions/{sessionId}', {
            params: { path: { id: user.id, sessionId: session.id } },
          }),
        )
      }
      changes={[userKey(user.id)]}
      done={t('sessions.ended')}
    >
      {t('sessions.end')}
    </ActButton>
  );
  return (
    <Table
      caption={t('sessions.title')}
      columns={[
        {
          id: 'where',
          name: t('sessions.where'),
          cell: (one) =>
            one.sharedComputer ? `${nameOf(one)}, ${t('sessions.shared')}` : nameOf(one),
        },
        { id: 'method', name: t('sessions.method'), cell: ({ method }) => t(`methods.${method}`) },
        {
          id: 'signed-in',
          name: t('sessions.signed-in'),
          cell: ({ authenticatedAt }) => <Moment at={authenticatedAt} />,
        },
        {
          id: 'last-used',
          name: t('sessions.last-used'),
          cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} />,
        },
        ...(mayDo('end-sessions')
          ? [{ id: 'end', name: t('groups.acts'), hasActs: true, cell: end }]
          : []),
      ]}
      empty={<p className="text-text-2">{t('sessions.none')}</p>}
      idOf={({ id }) => id}
      nameOf={nameOf}
      rows={items}
    />
  );
}
