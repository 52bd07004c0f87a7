// Groups as a list that grows by a search and shrinks by a button at each.
import { Button } from '@brama/ui/button.tsx';
import { CommandField } from '@brama/ui/command/command-field.tsx';
import { useTemporary } from '@brama/ui/hooks/use-temporary.ts';
import { X } from '@brama/ui/icons/x.ts';
import { textLink } from '@brama/ui/text-link.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { useGroupTitle } from '../../ui/group-field.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { hrefOf } from '../../ui/search-params.ts';
import { useFoundGroups } from '../../ui/use-found-groups.ts';
import { ErrorText, useAddFocus } from './controls.tsx';

type GroupListProps = {
  groups: readonly string[];
  onChange: (groups: readonly string[]) => void;
  /** Names the button for screen readers, where a page has many. */
  addLabel: string;
  error?: string | undefined;
};

export function GroupList({ groups, onChange, addLabel, error }: GroupListProps) {
  const t = wordsOf('import-files');
  const titleOf = useGroupTitle();
  const [isAdding, setAdding] = useState(false);
  const errorId = useId();
  const { place, focusAdd } = useAddFocus();
  const end = () => {
    setAdding(false);
    focusAdd();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {groups.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {groups.map((name) => (
            <li
              className="inline-flex min-h-9 max-w-full items-center gap-1 rounded-chip bg-sunken ps-3"
              key={name}
            >
              <span className="min-w-0 wrap-anywhere">{titleOf(name)}</span>
              <button
                aria-label={t('groups.drop', { group: titleOf(name) })}
                className="grid size-9 shrink-0 place-items-center rounded-chip hover:text-brand"
                onClick={() => {
                  onChange(groups.filter((one) => one !== name));
                  focusAdd();
                }}
                type="button"
              >
                <X aria-hidden="true" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <GroupSearch
          onChoose={(name) => {
            if (!groups.includes(name)) onChange([...groups, name]);
            end();
          }}
          onEnd={end}
        />
      ) : (
        <div ref={place}>
          <Button
            aria-describedby={error === undefined ? undefined : errorId}
            aria-label={addLabel}
            className="data-invalid:border-error"
            data-invalid={error === undefined ? undefined : true}
            look="secondary"
            onClick={() => setAdding(true)}
            type="button"
          >
            {t('groups.add')}
          </Button>
        </div>
      )}
      <ErrorText error={error} id={errorId} />
    </div>
  );
}

type GroupSearchProps = { onChoose: (name: string) => void; onEnd: () => void };

function GroupSearch({ onChoose, onEnd }: GroupSearchProps) {
  const t = wordsOf('import-files');
  const shell = wordsOf('shell');
  const [typed, setTyped] = useState('');
  const { groups, isSettled } = useFoundGroups(typed);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <CommandField
          autoFocus
          commands={groups.map((one) => ({ ...one, group: t('sections.groups') }))}
          isSettled={isSettled}
          label={t('groups.search')}
          opensOnFocus
          onChoose={({ id }) => onChoose(id)}
          onType={setTyped}
          words={{
            empty: t('groups.empty'),
            count: (count) => shell('search.count', { count }),
          }}
        />
      </div>
      <Button look="secondary" onClick={onEnd} type="button">
        {shell('cancel')}
      </Button>
    </div>
  );
}

/** For a group that is still missing: where to create it, and how it appears here. */
export function GroupTools() {
  const t = wordsOf('import-files');
  const queries = useQueryClient();
  const [isDone, setDone] = useTemporary<true>();
  const mutation = useMutation({
    mutationFn: () => queries.invalidateQueries({ queryKey: ['groups'] }, { throwOnError: true }),
    onSuccess: () => setDone(true),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <a
        className={`${textLink} inline-flex min-h-11 items-center`}
        href={hrefOf('/groups/new')}
        rel="noopener"
        target="_blank"
      >
        {t('groups.create')}
      </a>
      <Button
        look="secondary"
        onClick={() => mutation.mutate()}
        pending={mutation.isPending}
        type="button"
      >
        {t('groups.reload')}
      </Button>
      <p className="text-sm text-text-2" role="status">
        {isDone ? t('groups.reloaded') : null}
      </p>
      {mutation.error ? <ProblemText error={mutation.error} /> : null}
    </div>
  );
}
