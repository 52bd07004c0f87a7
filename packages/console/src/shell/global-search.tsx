// The search of every page (Ctrl-K): users, sign-in attempts by the code of an error page, applications, pages and actions.
import { CommandField } from '@brama/ui/command/command-field.tsx';
import type { Command } from '@brama/ui/command/commands.ts';
import { useEffect, useState } from 'react';
import type { Me } from '../api/me.ts';
import { areas } from '../areas.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { basePath, language } from '../page-data.ts';

import { recentUsers } from '../storage/recent-users.ts';
import { focusSearch, searchInputId } from '../ui/focus-search.ts';
import { useFoundApplications } from '../ui/use-found-applications.ts';
import { useFoundUsers } from '../ui/use-found-users.ts';

/** The id of a command is the address to which it leads. */
const commandOf = (to: string, label: string, group: string, more: Partial<Command> = {}) => ({
  id: to,
  label,
  group,
  ...more,
});

function usePlaces(me: Me): Command[] {
  const t = wordsOf('shell');
  const may = ({ permission }: { permission: Me['permissions'][number] }) =>
    me.permissions.includes(permission);
  const own = areas.filter(may);
  return [
    ...own.map(({ to, label }) => commandOf(to, label[language], t('search.pages'))),
    ...own
      .flatMap(({ actions = [] }) => actions.filter(may))
      .map(({ to, label }) => commandOf(to, label[language], t('search.actions'))),
  ];
}

/** The code that an error page shows. */
const codeForm = /^[0-9a-f]{8}$/i;

function useFoundPeople(typed: string, me: Me): { people: Command[]; isSettled: boolean } {
  const t = wordsOf('shell');
  const isAllowed = me.permissions.includes('users.read');
  const { users, hasMore, isSettled } = useFoundUsers(typed, isAllowed);
  const text = typed.trim();
  if (!isAllowed) return { people: [], isSettled };
  const group = t('search.users');
  if (text === '') {
    const people = recentUsers().map(({ id, fullName, username }) =>
      commandOf(`/users/${id}`, fullName, t('search.recent'), { detail: username }),
    );
    return { people, isSettled };
  }
  const all = `/users?${new URLSearchParams({ q: text })}`;
  const code = codeForm.test(text)
    ? [
        commandOf(`/sign-in-problems/${text}`, t('search.code', { code: text }), group, {
          isFound: true,
        }),
      ]
    : [];
  const found = users.map(({ id, label, detail = '', disabled }) =>
    commandOf(`/users/${id}`, label, group, {
      detail: disabled ? `${detail} · ${t('search.disabled')}` : detail,
      isFound: true,
    }),
  );
  const list = hasMore
    ? [commandOf(all, t('search.list', { text }), group, { isFound: true })]
    : [];
  return { people: [...code, ...found, ...list], isSettled };
}

export function GlobalSearch({ me }: { me: Me }) {
  const t = wordsOf('shell');
  const [typed, setTyped] = useState('');
  const { people, isSettled } = useFoundPeople(typed, me);
  const found = useFoundApplications(typed, me.permissions.includes('applications.read'));
  const applications = found.applications.map(({ id, name, title }) =>
    commandOf(`/applications/${id}`, title[language], t('search.applications'), {
      detail: name,
      isFound: true,
    }),
  );
  const places = usePlaces(me);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      focusSearch();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <search>
      <CommandField
        commands={[...people, ...applications, ...places]}
        inputId={searchInputId}
        isLabelHidden
        isSettled={isSettled && found.isSettled}
        label={t('search.label')}
        onChoose={({ id }) => goTo(basePath + id)}
        onType={setTyped}
        placeholder={t('search.placeholder')}
        words={{ empty: t('search.empty'), count: (count) => t('search.count', { count }) }}
      />
    </search>
  );
}
