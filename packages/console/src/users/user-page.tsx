// One user: the state in one sentence, why the user cannot sign in, and everything that helps.
import { Alert } from '@brama/ui/alert.tsx';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { WhyPanel } from '../sign-in-problems/why-panel.tsx';
import { noteRecentUser } from '../storage/recent-users.ts';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page, Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useEditing } from '../ui/use-editing.ts';
import { ActsProvider, useMayDo } from './acts.ts';
import { FactorsSection } from './factors-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { dataLabel, ownedText, ownerOf } from './owned.ts';
import { type Account, accountQuery, type User, userKey } from './queries.ts';
import { RecordForm } from './record-form.tsx';
import { EraseSection, RolesSection } from './rights-sections.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SourcesSection } from './sources-section.tsx';
import { ValiditySection } from './validity-section.tsx';

const route = getRouteApi('/users/$id');

export function UserPage() {
  const { id } = route.useParams();
  const query = useQuery(accountQuery(id));
  if (query.error instanceof AdminProblem && query.error.status === 404) return <NotFoundText />;
  return (
    <QueryState query={query}>
      {(account) => <Loaded account={account} key={account.user.id} />}
    </QueryState>
  );
}

/** The state in one sentence. */
function stateOf({ disabledReason, disabledNote, validFrom, validUntil }: User): string {
  const t = wordsOf('users');
  if (disabledReason === 'by-administrator')
    return disabledNote === null
      ? t('state.disabled')
      : t('state.disabled-because', { reason: disabledNote });
  if (disabledReason === 'not-yet-valid' && validFrom)
    return t('state.not-yet', { when: momentText(validFrom) });
  if (disabledReason === 'expired' && validUntil)
    return t('state.expired', { when: momentText(validUntil) });
  return validUntil ? t('state.until', { when: momentText(validUntil) }) : t('state.enabled');
}

function Loaded({ account }: { account: Account }) {
  const { user, factors, sessions, applications, check, invitation, acts } = account;
  const t = wordsOf('users');
  const may = useMay();
  const asked = route.useSearch();
  const { id, fullName, username } = user;
  useEffect(() => noteRecentUser({ id, fullName, username }), [id, fullName, username]);
  return (
    <ActsProvider value={acts}>
      <Page
        action={
          <a
            className={`${buttonClass('secondary')} print:hidden`}
            href={hrefOf(`/users/${id}/view`)}
          >
            {t('view.title')}
          </a>
        }
        lead={`${username} · ${stateOf(user)}`}
        title={fullName}
      >
        {acts.change === null || acts.change === 'permission' ? null : (
          <Alert kind="info" title={t(`protected.${acts.change}`)} />
        )}
        <WhyPanel
          asked={asked}
          check={check}
          mayDo={(act) => acts[act] === null}
          user={user}
          userKey={userKey(id)}
        />
        <RecordSection user={user} />
        <SourcesSection user={user} />
        <ValiditySection user={user} />
        <GroupsSection user={user} />
        {factors ? <FactorsSection factors={factors} invitation={invitation} user={user} /> : null}
        {sessions ? <SessionsSection items={sessions} user={user} /> : null}
        {applications ? <ApplicationsSection items={applications} userId={id} /> : null}
        {may('roles.read') ? <RolesSection user={user} /> : null}
        {may('events.read') ? (
          <Section title={t('events.title')}>
            <p className="flex flex-wrap gap-x-6 gap-y-3">
              <a className={textLink} href={hrefOf('/events', { userId: id })}>
                {t('events.about')}
              </a>
              <a className={textLink} href={hrefOf('/events', { actorId: id })}>
                {t('events.by')}
              </a>
            </p>
          </Section>
        ) : null}
        {may('users.erase') ? (
          <div className="print:hidden">
            <EraseSection user={user} />
          </div>
        ) : null}
      </Page>
    </ActsProvider>
  );
}

type ApplicationsSectionProps = { items: NonNullable<Account['applications']>; userId: string };

/** Which applications the user may open, with the question why a sign-in to one of them fails. */
function ApplicationsSection({ items, userId }: ApplicationsSectionProps) {
  const t = wordsOf('users');
  return (
    <Section id="applications" lead={t('applications.about')} title={t('applications.title')}>
      {items.length === 0 ? <p className="text-text-2">{t('applications.none')}</p> : null}
      <ul className="columns-1 gap-x-8 sm:columns-2 lg:columns-3">
        {items.map(({ id, title }) => (
          <li className="min-h-11 break-inside-avoid py-2" key={id}>
            <a className={textLink} href={hrefOf(`/users/${userId}`, { application: id })}>
              {title[language]}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RecordSection({ user }: { user: User }) {
  const t = wordsOf('users');
  const mayDo = useMayDo();
  const { isEditing, start, end } = useEditing('record');
  const edit = mayDo('change') ? (
    <Button look="secondary" onClick={start} type="button">
      {t('record.edit')}
    </Button>
  ) : null;
  return (
    <Section action={isEditing ? null : edit} id="record" title={t('record.title')}>
      {isEditing ? <RecordForm onEnd={end} user={user} /> : <RecordRows user={user} />}
    </Section>
  );
}

/** The source of a value, below it. */
function OwnerText({ user, field }: { user: User; field: string }) {
  const source = ownerOf(user, field);
  if (source === undefined) return null;
  return <span className="block text-muted text-sm">{ownedText(source)}</span>;
}

function RecordRows({ user }: { user: User }) {
  const t = wordsOf('users');
  const labels = wordsOf('profile');
  const names = [
    'fullName',
    'fullNameEn',
    'givenName',
    'email',
    'studentId',
    'employeeId',
  ] as const;
  return (
    <DefinitionRows>
      <DefinitionRow name={labels('fields.username')}>{user.username}</DefinitionRow>
      {names.map((name) => (
        <DefinitionRow key={name} name={labels(`fields.${name}`)}>
          {user[name] ?? '—'}
          <OwnerText field={name} user={user} />
        </DefinitionRow>
      ))}
      {Object.entries(user.data).map(([name, value]) => (
        <DefinitionRow key={name} name={dataLabel(name)}>
          {value}
          <OwnerText field={`data.${name}`} user={user} />
        </DefinitionRow>
      ))}
      <DefinitionRow name={t('fields.taxId')}>
        {t(user.hasTaxId ? 'record.tax-id' : 'record.no-tax-id')}
        <OwnerText field="taxId" user={user} />
      </DefinitionRow>
      <DefinitionRow name={t('record.created')}>{momentText(user.createdAt)}</DefinitionRow>
      <DefinitionRow name={t('record.updated')}>{momentText(user.updatedAt)}</DefinitionRow>
    </DefinitionRows>
  );
}
