// The fields of a mapping, in sections: who the person is, the name, the username, address and ids, groups, other data, and the period.
import { newUsersChoices } from '@brama/contract/admin/imports/codes';
import { Button } from '@brama/ui/button.tsx';
import { Fragment, type ReactNode } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { fieldText } from '../import-text.ts';
import {
  ColumnSelect,
  controlClass,
  ErrorText,
  Flag,
  Labelled,
  OptionalColumn,
  Radios,
} from './controls.tsx';
import { GroupsEditor } from './groups-editor.tsx';
import {
  type MappingDraft,
  newData,
  sampleUsername,
  type TextFieldName,
  unusedColumns,
} from './mapping-draft.ts';
import { TextRule } from './text-rule.tsx';
import type { LoadValues } from './value-table.tsx';

export type MappingFieldsProps = {
  draft: MappingDraft;
  headers: readonly string[];
  /** Columns that may give groups. */
  groupColumns: readonly string[];
  loadValues: LoadValues | undefined;
  /** Returns what is wrong at a path of the mapping. */
  errorOf: (path: string) => string | undefined;
  onChange: (draft: MappingDraft) => void;
};

export function MappingFields(props: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const { draft, headers, groupColumns, loadValues, errorOf, onChange } = props;
  const hasRuleError = draft.groups.some((_, index) => errorOf(`fields.groups.${index}`));
  const groupsError = hasRuleError ? undefined : errorOf('fields.groups');
  return (
    <div className="flex flex-col gap-8">
      <Part title={t('sections.person')}>
        <ColumnSelect
          column={draft.externalId}
          error={errorOf('fields.externalId')}
          headers={headers}
          hint={t('person.external-hint')}
          isRequired
          label={t('person.external')}
          onChange={(externalId) => onChange({ ...draft, externalId })}
        />
        <OptionalColumn
          error={errorOf('fields.taxId')}
          headers={headers}
          hint={t('person.tax-id-hint')}
          label={t('person.tax-id')}
          onChange={(taxId) => onChange({ ...draft, columns: { ...draft.columns, taxId } })}
          value={draft.columns.taxId}
        />
      </Part>
      <Part title={t('sections.name')}>
        <NameFields {...props} />
      </Part>
      <Part title={t('sections.username')}>
        <UsernameFields {...props} />
      </Part>
      <Part title={t('sections.contact')}>
        {(['email', 'studentId', 'employeeId'] as const).map((name) => (
          <OneText {...props} key={name} label={fieldText(name)} name={name} />
        ))}
      </Part>
      <Part lead={t('groups.lead')} title={t('sections.groups')}>
        <GroupsEditor
          errorOf={errorOf}
          groups={draft.groups}
          headers={headers}
          loadValues={loadValues}
          onChange={(groups) => onChange({ ...draft, groups })}
          suggested={groupColumns}
        />
        <ErrorText error={groupsError} />
      </Part>
      <Part lead={t('data.lead')} title={t('sections.data')}>
        <DataFields {...props} />
      </Part>
      <Part title={t('sections.period')}>
        {(['validFrom', 'validUntil'] as const).map((name) => (
          <OptionalColumn
            error={errorOf(`fields.${name}`)}
            headers={headers}
            key={name}
            label={fieldText(name)}
            onChange={(column) =>
              onChange({ ...draft, columns: { ...draft.columns, [name]: column } })
            }
            value={draft.columns[name]}
          />
        ))}
      </Part>
      <Unused {...props} />
    </div>
  );
}

type PartProps = { title: string; lead?: string; children: ReactNode };

function Part({ title, lead, children }: PartProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold text-lg leading-snug tracking-tight">{title}</legend>
      {lead === undefined ? null : <p className="text-sm text-text-2">{lead}</p>}
      <div className="mt-3 flex flex-col gap-5">{children}</div>
    </fieldset>
  );
}

type OneTextProps = MappingFieldsProps & { name: TextFieldName; label: string };

function OneText({ name, label, draft, headers, loadValues, errorOf, onChange }: OneTextProps) {
  return (
    <TextRule
      error={errorOf(`fields.${name}`)}
      headers={headers}
      label={label}
      loadValues={loadValues}
      onChange={(rule) => onChange({ ...draft, texts: { ...draft.texts, [name]: rule } })}
      rule={draft.texts[name]}
    />
  );
}

const nameParts = ['family', 'given', 'patronymic'] as const;
const orders = ['family-given-patronymic', 'given-patronymic-family'] as const;

function NameFields(props: MappingFieldsProps) {
  const { draft, headers, errorOf, onChange } = props;
  const t = wordsOf('import-files');
  const { name, latin } = draft;
  const change = (changes: Partial<MappingDraft['name']>) =>
    onChange({ ...draft, name: { ...name, ...changes } });
  const error = errorOf('fields.fullName');
  const missing = (part: 'family' | 'given') => (name[part] === '' ? error : undefined);
  return (
    <>
      <Radios
        legend={t('name.kind')}
        onChange={(kind) => change({ kind })}
        options={(['one', 'parts'] as const).map((value) => ({
          value,
          label: t(`name.kinds.${value}`),
        }))}
        value={name.kind}
      />
      {name.kind === 'one' ? (
        <ColumnSelect
          column={name.column}
          error={error}
          headers={headers}
          isRequired
          label={t('name.column')}
          onChange={(column) => change({ column })}
        />
      ) : (
        nameParts.map((part) => (
          <ColumnSelect
            column={name[part]}
            error={part === 'patronymic' ? undefined : missing(part)}
            headers={headers}
            isRequired={part !== 'patronymic'}
            key={part}
            label={t(`name.${part}`)}
            onChange={(column) => change({ [part]: column })}
          />
        ))
      )}
      <Labelled label={t('name.order')}>
        {(attributes) => (
          <select
            {...attributes}
            className={controlClass}
            onChange={({ target }) =>
              change({ order: orders.find((one) => one === target.value) ?? orders[0] })
            }
            value={name.order}
          >
            {orders.map((one) => (
              <option key={one} value={one}>
                {t(`name.orders.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div>
        <OptionalColumn
          error={errorOf('fields.fullNameEn')}
          headers={headers}
          label={t('name.latin')}
          onChange={(column) => onChange({ ...draft, latin: { ...latin, ...column } })}
          value={latin}
        />
        <Flag
          isOn={latin.isDerived}
          label={t('name.derived')}
          onChange={(isDerived) => onChange({ ...draft, latin: { ...latin, isDerived } })}
        />
      </div>
      <OneText {...props} label={t('name.given-name')} name="givenName" />
    </>
  );
}

const sampleName = 'Леся Квітка-Основ’яненко';
const ruleParts = [
  ['{given}', 'given'],
  ['{given:1}', 'first-letter'],
  ['{family}', 'family'],
  ['{patronymic}', 'patronymic'],
  ['{mailbox}', 'mailbox'],
  ['{id}', 'id'],
] as const;

function UsernameFields({ draft, headers, errorOf, onChange }: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const { username } = draft;
  const change = (changes: Partial<MappingDraft['username']>) =>
    onChange({ ...draft, username: { ...username, ...changes } });
  const example = sampleUsername(username.rule);
  return (
    <>
      <Radios
        legend={t('username.kind')}
        onChange={(kind) => change({ kind })}
        options={(['rule', 'column'] as const).map((value) => ({
          value,
          label: t(`username.kinds.${value}`),
        }))}
        value={username.kind}
      />
      {username.kind === 'column' ? (
        <OptionalColumn
          error={errorOf('username')}
          headers={headers}
          label={t('username.column')}
          onChange={(column) => change(column)}
          value={username}
        />
      ) : (
        <div>
          <Labelled
            error={errorOf('username')}
            hint={t('username.rule-hint')}
            label={t('username.rule')}
          >
            {(attributes) => (
              <input
                {...attributes}
                autoComplete="off"
                className={`${controlClass} font-mono`}
                maxLength={100}
                onChange={({ target }) => change({ rule: target.value })}
                spellCheck={false}
                translate="no"
                value={username.rule}
              />
            )}
          </Labelled>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 text-sm">
            {ruleParts.map(([part, name]) => (
              <Fragment key={part}>
                <dt className="font-mono" translate="no">
                  {part}
                </dt>
                <dd className="text-text-2">{t(`username.parts.${name}`)}</dd>
              </Fragment>
            ))}
          </dl>
          <p className="mt-2" role="status">
            {example === undefined
              ? t('username.no-example')
              : t('username.example', { name: sampleName, username: example })}
          </p>
        </div>
      )}
      <p className="text-sm text-text-2">{t('username.stays')}</p>
      <NewUsersChoices draft={draft} onChange={onChange} />
    </>
  );
}

function NewUsersChoices({ draft, onChange }: Pick<MappingFieldsProps, 'draft' | 'onChange'>) {
  const t = wordsOf('import-files');
  return (
    <Radios
      legend={t('new-users.kind')}
      onChange={(newUsers) => onChange({ ...draft, newUsers })}
      options={newUsersChoices.map((value) => ({ value, label: t(`new-users.kinds.${value}`) }))}
      value={draft.newUsers}
    />
  );
}

function DataFields(props: MappingFieldsProps) {
  const { draft, headers, loadValues, errorOf, onChange } = props;
  const t = wordsOf('import-files');
  const { data } = draft;
  const replace = (key: number, next: Partial<(typeof data)[number]>) =>
    onChange({
      ...draft,
      data: data.map((one) => (one.key === key ? { ...one, ...next } : one)),
    });
  return (
    <>
      {data.map(({ key, name, rule }, index) => {
        return (
          <div
            className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3 sm:p-4"
            key={key}
          >
            <Labelled error={errorOf(`data-name.${index}`)} label={t('data.name')}>
              {(attributes) => (
                <input
                  {...attributes}
                  autoComplete="off"
                  className={controlClass}
                  maxLength={64}
                  onChange={({ target }) => replace(key, { name: target.value })}
                  value={name}
                />
              )}
            </Labelled>
            <TextRule
              error={errorOf(`data.${index}`) ?? errorOf(`fields.data.${name.trim()}`)}
              headers={headers}
              label={t('data.column', { name })}
              loadValues={loadValues}
              onChange={(next) => replace(key, { rule: next })}
              rule={rule}
            />
            <div>
              <Button
                look="secondary"
                onClick={() => onChange({ ...draft, data: data.filter((one) => one.key !== key) })}
                type="button"
              >
                {t('data.remove', { name })}
              </Button>
            </div>
          </div>
        );
      })}
      <div>
        <Button
          look="secondary"
          onClick={() => onChange({ ...draft, data: [...data, newData()] })}
          type="button"
        >
          {t('data.add')}
        </Button>
      </div>
    </>
  );
}

function Unused({ draft, headers }: MappingFieldsProps) {
  const t = wordsOf('import-files');
  if (headers.length === 0) return null;
  const unused = unusedColumns(draft, headers);
  return (
    <p className="wrap-anywhere text-sm text-text-2">
      {unused.length === 0
        ? t('mapping.unused-none')
        : `${t('mapping.unused')}: ${unused.join(', ')}`}
    </p>
  );
}
