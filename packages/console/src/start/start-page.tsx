// The start page: the user whom an operator looks for, and what administrators should see first.
import { textLink } from '@brama/ui/text-link.ts';
import { useEffect } from 'react';
import { useMe } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { basePath, fullName } from '../page-data.ts';
import { FrequentReasons } from '../sign-in-problems/frequent-reasons.tsx';
import { recentUsers } from '../storage/recent-users.ts';
import { focusSearch } from '../ui/focus-search.ts';
import { Page, Section } from '../ui/page.tsx';
import { AttentionList } from './attention-list.tsx';

export function StartPage() {
  const t = wordsOf('start');
  useEffect(focusSearch, []);
  const me = useMe();
  return (
    <Page lead={t('lead', { name: fullName })} title={t('title')}>
      {me.roles.includes('operator') && me.roles.length === 1 ? null : <AttentionList />}
      {me.permissions.includes('users.read') ? (
        <>
          <RecentUsers />
          <FrequentReasons />
        </>
      ) : null}
    </Page>
  );
}

function RecentUsers() {
  const t = wordsOf('start');
  const users = recentUsers();
  return (
    <Section title={t('recent.title')}>
      {users.length === 0 ? (
        <p className="text-text-2">{t('recent.empty')}</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {users.map(({ id, fullName: name, username }) => (
            <li className="row flex min-h-11 flex-wrap items-center gap-x-3" key={id}>
              <a className={textLink} href={`${basePath}/users/${id}`}>
                {name}
              </a>
              <span className="text-text-2">{username}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
