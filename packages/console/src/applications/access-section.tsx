// Who may open an application, in plain words, and what it learns about a chosen user.
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';
import { Editable } from './editable.tsx';
import { type Application, applicationKey, type Overview } from './queries.ts';

const indents = ['ps-0', 'ps-5', 'ps-10', 'ps-14'] as const;

const accessValues = ({ access }: Application): FormValues => ({
  kind: access === 'everyone' ? 'everyone' : 'groups',
  'access.groups': typeof access === 'object' && 'groups' in access ? access.groups.join(', ') : '',
});

/** Returns the rule of the form. Groups that are missing are refused by the server. */
function givenRule(values: FormValues): Application['access'] {
  if (values['kind'] === 'everyone') return 'everyone';
  return { groups: (values['access.groups'] ?? '').split(/[\s,;]+/).filter(Boolean) };
}

function ruleFields(): FormField[] {
  const t = wordsOf('applications');
  return [
    {
      name: 'kind',
      label: t('access.kind'),
      kind: 'choice',
      required: true,
      options: [
        { value: 'everyone', label: t('access.everyone') },
        { value: 'groups', label: t('access.members') },
      ],
    },
    { name: 'access.groups', label: t('access.groups'), hint: t('access.groups-hint') },
  ];
}

/** Conditions are a tree, which has no form yet. */
const isTree = ({ access }: Application) => access !== 'everyone' && !('groups' in access);

type AccessSectionProps = { application: Application; explained: Overview['access'] };

export function AccessSection({ application, explained }: AccessSectionProps) {
  const { id } = application;
  const t = wordsOf('applications');
  const may = useMay();
  const { summary, conditions } = explained[language];
  const { users } = explained;
  return (
    <Editable
      application={application}
      bodyOf={(values) => ({ access: givenRule(values) })}
      fields={isTree(application) ? [] : ruleFields()}
      id="access"
      needs="applications.manage"
      title={t('access.title')}
      valuesOf={accessValues}
    >
      <p>{summary}</p>
      <ul>
        {conditions.map(({ level, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may have the same text
          <li className={indents[Math.min(level, indents.length - 1)]} key={index}>
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-text-2">
        {t('access.users', { count: users, number: numberText(users) })}
      </p>
      {isTree(application) && may('applications.manage') ? (
        <p className="mt-2 text-text-2">{t('access.tree')}</p>
      ) : null}
      {may('users.read') ? <Claims id={id} /> : null}
    </Editable>
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
