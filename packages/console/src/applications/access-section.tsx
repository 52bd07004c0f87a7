// Who may open an application, in plain words, and what it learns about a chosen user.
import { Button } from '@brama/ui/button.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useEditing } from '../ui/use-editing.ts';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';
import { AccessForm, RuleText } from './access-form.tsx';
import { type Application, applicationKey, type Overview } from './queries.ts';

type AccessSectionProps = { application: Application; explained: Overview['access'] };

export function AccessSection({ application, explained }: AccessSectionProps) {
  const { id } = application;
  const t = wordsOf('applications');
  const may = useMay();
  const { isEditing, start, end } = useEditing('access');
  const { users } = explained;
  const edit = (
    <Button
      aria-label={t('edit-of', { what: t('access.title') })}
      look="secondary"
      onClick={start}
      type="button"
    >
      {t('edit')}
    </Button>
  );
  return (
    <Section
      action={may('applications.manage') && !isEditing ? edit : null}
      id="access"
      title={t('access.title')}
    >
      {isEditing ? (
        <AccessForm application={application} onEnd={end} />
      ) : (
        <>
          <RuleText explanation={explained[language]} />
          <p className="mt-2 text-text-2">
            {t('access.users', { count: users, number: numberText(users) })}{' '}
            {may('users.read') ? (
              <a className={textLink} href={hrefOf(`/applications/${id}/users`)}>
                {t('users.link')}
              </a>
            ) : null}
          </p>
          {may('users.read') ? <Claims id={id} /> : null}
        </>
      )}
    </Section>
  );
}

function Claims({ id }: { id: string }) {
  const t = wordsOf('applications');
  const [user, setUser] = useState<ChosenUser>();
  const query = useQuery({
    queryKey: [...applicationKey(id), 'claims', user?.id],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/applications/{id}/claims', {
          params: { path: { id }, query: { userId: user?.id ?? '' } },
          signal,
        }),
      ),
    enabled: user !== undefined,
    // each request is an event
    refetchOnWindowFocus: false,
  });
  return (
    <div className="mt-4 max-w-dialog">
      <UserField label={t('access.claims')} onChange={setUser} value={user} />
      {user ? (
        <QueryState query={query} rows={3}>
          {({ hasAccess, needsConsent, claims, receivesTaxId }) => (
            <>
              <p className="font-semibold">
                {t(hasAccess ? 'access.has' : 'access.has-not')}{' '}
                {hasAccess ? null : (
                  <a className={textLink} href={hrefOf(`/users/${user.id}`, { application: id })}>
                    {t('access.why')}
                  </a>
                )}
              </p>
              {needsConsent ? <p>{t('access.consent')}</p> : null}
              {receivesTaxId ? <p>{t('access.tax-id')}</p> : null}
              <pre
                className="mt-2 overflow-x-auto rounded-chip bg-sunken p-3 text-xs"
                translate="no"
              >
                {JSON.stringify(claims, undefined, 2)}
              </pre>
            </>
          )}
        </QueryState>
      ) : null}
    </div>
  );
}
