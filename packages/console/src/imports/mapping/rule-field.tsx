// The rule by which usernames are made, with an example, and how new users get in.
import { type NewUsersChoice, newUsersChoices } from '@brama/contract/admin/imports/codes';
import { Fragment } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { Folded } from '../../ui/folded.tsx';
import { controlClass, Labelled, Radios } from './controls.tsx';
import { sampleUsername } from './mapping-draft.ts';

const sampleName = 'Леся Квітка-Основ’яненко';
const ruleParts = [
  ['{given}', 'given'],
  ['{given:1}', 'first-letter'],
  ['{family}', 'family'],
  ['{patronymic}', 'patronymic'],
  ['{mailbox}', 'mailbox'],
  ['{id}', 'id'],
] as const;

type RuleFieldProps = {
  rule: string;
  error: string | undefined;
  onChange: (rule: string) => void;
  /** The source has no addresses. */
  hasMailbox?: boolean;
};

export function RuleField({ rule, error, onChange, hasMailbox = true }: RuleFieldProps) {
  const t = wordsOf('import-files');
  const example = sampleUsername(rule);
  const parts = ruleParts.filter(([, name]) => hasMailbox || name !== 'mailbox');
  return (
    <div>
      <Labelled error={error} hint={t('username.rule-hint')} label={t('username.rule')}>
        {(attributes) => (
          <input
            {...attributes}
            autoComplete="off"
            className={`${controlClass} font-mono`}
            maxLength={100}
            onChange={({ target }) => onChange(target.value)}
            spellCheck={false}
            translate="no"
            value={rule}
          />
        )}
      </Labelled>
      <p className="mt-2 mb-3" role="status">
        {example === undefined
          ? t('username.no-example')
          : t('username.example', { name: sampleName, username: example })}
      </p>
      <Folded title={t('username.parts-title')}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm">
          {parts.map(([part, name]) => (
            <Fragment key={part}>
              <dt className="font-mono" translate="no">
                {part}
              </dt>
              <dd className="text-text-2">{t(`username.parts.${name}`)}</dd>
            </Fragment>
          ))}
        </dl>
      </Folded>
    </div>
  );
}

type NewUsersChoicesProps = { value: NewUsersChoice; onChange: (value: NewUsersChoice) => void };

export function NewUsersChoices({ value, onChange }: NewUsersChoicesProps) {
  const t = wordsOf('import-files');
  return (
    <Radios
      legend={t('new-users.kind')}
      onChange={onChange}
      options={newUsersChoices.map((one) => ({
        value: one,
        label: t(`new-users.kinds.${one}`),
      }))}
      value={value}
    />
  );
}
