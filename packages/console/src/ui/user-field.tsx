// A field of a form that holds a user, found by name: for a sponsor or an owner.
import { CommandField } from '@brama/ui/command/command-field.tsx';
import { X } from '@brama/ui/icons/x.ts';
import { useState } from 'react';
import { wordsOf } from '../i18n/words.ts';
import { useFoundUsers } from './use-found-users.ts';

export type ChosenUser = { id: string; fullName: string; username: string };

type UserFieldProps = {
  label: string;
  value: ChosenUser | undefined;
  onChange: (user: ChosenUser | undefined) => void;
  error?: string | undefined;
};

export function UserField({ label, value, onChange, error }: UserFieldProps) {
  const t = wordsOf('shell');
  const [typed, setTyped] = useState('');
  const { users, isSettled } = useFoundUsers(typed);
  if (value)
    return (
      <div>
        <p className="mb-1.5 font-semibold">{label}</p>
        <p className="flex min-h-11 items-center gap-2">
          <span>
            {value.fullName} <span className="text-text-2">{value.username}</span>
          </span>
          <button
            aria-label={t('form.remove', { name: value.fullName })}
            className="grid size-11 place-items-center rounded-chip hover:text-brand"
            onClick={() => onChange(undefined)}
            type="button"
          >
            <X aria-hidden="true" size={18} />
          </button>
        </p>
        {error === undefined ? null : <p className="font-medium text-error-ink text-sm">{error}</p>}
      </div>
    );
  return (
    <div>
      <CommandField
        commands={users.map((user) => ({ ...user, group: label, isFound: true }))}
        isSettled={isSettled}
        label={label}
        onChoose={({ id }) => onChange(users.find((user) => user.id === id))}
        onType={setTyped}
        placeholder={t('form.user-placeholder')}
        words={{ empty: t('search.empty'), count: (count) => t('search.count', { count }) }}
      />
      {error === undefined ? null : (
        <p className="mt-1.5 font-medium text-error-ink text-sm">{error}</p>
      )}
    </div>
  );
}
