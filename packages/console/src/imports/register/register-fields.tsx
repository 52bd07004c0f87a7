// The fields of a source of the state register: the list, usernames, the table of states, groups and other data.
import { Button } from '@brama/ui/button.tsx';
import { useState } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { Folded } from '../../ui/folded.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import {
  controlClass,
  DataName,
  Flag,
  Labelled,
  Part,
  Radios,
  useAddFocus,
} from '../mapping/controls.tsx';
import { NewUsersChoices, RuleField } from '../mapping/rule-field.tsx';
import {
  factsOf,
  linesOf,
  lists,
  meanings,
  newRegisterData,
  newStatus,
  type RegisterDataDraft,
  type RegisterDraft,
  type StatusDraft,
} from './register-draft.ts';
import { RegisterGroups } from './register-groups.tsx';

export type RegisterFieldsProps = {
  draft: RegisterDraft;
  onChange: (draft: RegisterDraft) => void;
  /** Returns what is wrong at a path of the mapping. */
  errorOf: (path: string) => string | undefined;
};

export function RegisterFields(props: RegisterFieldsProps) {
  const { draft, onChange, errorOf } = props;
  const t = wordsOf('import-files');
  return (
    <div className="flex flex-col gap-8">
      <Radios
        legend={t('new.list')}
        onChange={(list) => onChange({ ...draft, list })}
        options={lists.map((value) => ({ value, label: t(`new.lists.${value}`) }))}
        value={draft.list}
      />
      <Part title={t('sections.username')}>
        <RuleField
          error={errorOf('username')}
          hasMailbox={false}
          onChange={(rule) => onChange({ ...draft, rule })}
          rule={draft.rule}
        />
        <NewUsersChoices
          onChange={(newUsers) => onChange({ ...draft, newUsers })}
          value={draft.newUsers}
        />
      </Part>
      {draft.list === 'students' ? <Statuses {...props} /> : null}
      <Part lead={t('groups.lead')} title={t('sections.groups')}>
        <RegisterGroups {...props} />
      </Part>
      <Part lead={t('data.lead')} title={t('sections.data')}>
        <RegisterData {...props} />
      </Part>
    </div>
  );
}

function Statuses({ draft, onChange, errorOf }: RegisterFieldsProps) {
  const t = wordsOf('import-files');
  const { statuses } = draft;
  const [added, setAdded] = useState<number>();
  const { place, focusAdd } = useAddFocus();
  const set = (next: readonly StatusDraft[]) => onChange({ ...draft, statuses: next });
  return (
    <Part lead={t('register.statuses-lead')} title={t('register.statuses')}>
      {statuses.length === 0 ? <p className="text-text-2">{t('register.statuses-usual')}</p> : null}
      <ol className="flex flex-col">
        {statuses.map((one, index) => (
          <li key={one.key}>
            <OneStatus
              error={errorOf(`statuses.${index}`)}
              onChange={(next) => set(statuses.map((old) => (old.key === one.key ? next : old)))}
              isNew={added === one.key}
              onRemove={() => {
                set(statuses.filter(({ key }) => key !== one.key));
                focusAdd();
              }}
              onUp={
                index === 0
                  ? undefined
                  : () => set(statuses.with(index - 1, one).with(index, statuses[index - 1] ?? one))
              }
              status={one}
            />
          </li>
        ))}
      </ol>
      <div ref={place}>
        <Button
          look="secondary"
          onClick={() => {
            const one = newStatus();
            setAdded(one.key);
            set([...statuses, one]);
          }}
          type="button"
        >
          {t('register.add-status')}
        </Button>
      </div>
    </Part>
  );
}

type OneStatusProps = {
  status: StatusDraft;
  error: string | undefined;
  /** It has just been added, and takes the focus. */
  isNew: boolean;
  onChange: (status: StatusDraft) => void;
  onRemove: () => void;
  /** Missing at the first one. */
  onUp: (() => void) | undefined;
};

function OneStatus({ status, error, isNew, onChange, onRemove, onUp }: OneStatusProps) {
  const t = wordsOf('import-files');
  const states = linesOf(status.states).join(', ');
  const meaning = t(`register.meanings.${status.meaning}`);
  return (
    <Folded
      isOpen={error !== undefined || states === ''}
      title={states === '' ? t('register.new-status') : `${states}: ${meaning}`}
    >
      <Labelled error={error} hint={t('register.states-hint')} label={t('register.states')}>
        {(attributes) => (
          <textarea
            {...attributes}
            // biome-ignore lint/a11y/noAutofocus: the state has just been added by a button
            autoFocus={isNew}
            className={`${controlClass} py-2`}
            onChange={({ target }) => onChange({ ...status, states: target.value })}
            rows={4}
            value={status.states}
          />
        )}
      </Labelled>
      <Labelled label={t('register.meaning')}>
        {(attributes) => (
          <select
            {...attributes}
            className={controlClass}
            onChange={({ target }) =>
              onChange({
                ...status,
                meaning: meanings.find((one) => one === target.value) ?? 'member',
              })
            }
            value={status.meaning}
          >
            {meanings.map((one) => (
              <option key={one} value={one}>
                {t(`register.meanings.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {status.meaning === 'member' ? (
        <div>
          <Flag
            isOn={status.beginsWithStatus}
            label={t('register.begins')}
            onChange={(beginsWithStatus) => onChange({ ...status, beginsWithStatus })}
          />
          <Flag
            isOn={status.endsAsPlanned}
            label={t('register.ends')}
            onChange={(endsAsPlanned) => onChange({ ...status, endsAsPlanned })}
          />
        </div>
      ) : null}
      <Labelled hint={t('register.reasons-hint')} label={t('register.reasons')}>
        {(attributes) => (
          <textarea
            {...attributes}
            className={`${controlClass} py-2`}
            onChange={({ target }) => onChange({ ...status, reasons: target.value })}
            rows={2}
            value={status.reasons}
          />
        )}
      </Labelled>
      <div className="flex flex-wrap gap-3">
        {onUp ? (
          <Button
            aria-label={t('register.up-for', { states })}
            look="secondary"
            onClick={({ currentTarget }) => {
              onUp();
              keepFocus(currentTarget.closest('li'));
            }}
            type="button"
          >
            {t('register.up')}
          </Button>
        ) : null}
        <Button
          aria-label={t('register.remove-for', { states })}
          look="secondary"
          onClick={onRemove}
          type="button"
        >
          {t('register.remove')}
        </Button>
      </div>
    </Folded>
  );
}

function RegisterData({ draft, onChange, errorOf }: RegisterFieldsProps) {
  const t = wordsOf('import-files');
  const { data, list } = draft;
  const [added, setAdded] = useState<number>();
  const { place, focusAdd } = useAddFocus();
  const set = (next: readonly RegisterDataDraft[]) => onChange({ ...draft, data: next });
  const replace = (key: number, changes: Partial<RegisterDataDraft>) =>
    set(data.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  return (
    <>
      {data.map(({ key, name, fact }, index) => {
        const error = errorOf(`data.${index}`) ?? errorOf(`data.${name.trim()}`);
        return (
          <div
            className="grid min-w-0 items-end gap-3 border-line border-b pb-4 sm:grid-cols-[1fr_1fr_auto]"
            key={key}
          >
            <DataName
              error={error}
              isNew={added === key}
              name={name}
              onChange={(next) => replace(key, { name: next })}
            />
            <FactSelect
              fact={fact}
              label={t('register.fact')}
              list={list}
              onChange={(next) => replace(key, { fact: next })}
            />
            <Button
              aria-label={t('data.remove', { name })}
              look="secondary"
              onClick={() => {
                set(data.filter((one) => one.key !== key));
                focusAdd();
              }}
              type="button"
            >
              {t('register.remove')}
            </Button>
          </div>
        );
      })}
      <div ref={place}>
        <Button
          look="secondary"
          onClick={() => {
            const one = newRegisterData();
            setAdded(one.key);
            set([...data, one]);
          }}
          type="button"
        >
          {t('data.add')}
        </Button>
      </div>
    </>
  );
}

type FactSelectProps = Pick<RegisterDataDraft, 'fact'> & {
  label: string;
  list: RegisterDraft['list'];
  onChange: (fact: RegisterDataDraft['fact']) => void;
};

function FactSelect({ fact, label, list, onChange }: FactSelectProps) {
  const t = wordsOf('import-files');
  const facts = [...new Set([...factsOf[list], fact])];
  return (
    <Labelled label={label}>
      {(attributes) => (
        <select
          {...attributes}
          className={controlClass}
          onChange={({ target }) => onChange(facts.find((one) => one === target.value) ?? fact)}
          value={fact}
        >
          {facts.map((one) => (
            <option key={one} value={one}>
              {t(`register.facts.${one}`)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
