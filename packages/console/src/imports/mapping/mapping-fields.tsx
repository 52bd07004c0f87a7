// The fields of a mapping, in sections: who the person is, the name, the username, address and ids, groups, other data, and the period.
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useState } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { Folded } from '../../ui/folded.tsx';
import { fieldText } from '../import-text.ts';
import {
  ColumnSelect,
  controlClass,
  DataName,
  ErrorText,
  Flag,
  Labelled,
  OptionalColumn,
  Part,
  Radios,
  useAddFocus,
} from './controls.tsx';
import { GroupsEditor } from './groups-editor.tsx';
import {
  type ColumnFieldName,
  columnFields,
  type MappingDraft,
  newData,
  type TextFieldName,
  textFields,
  unusedColumns,
} from './mapping-draft.ts';
import { NewUsersChoices, RuleField } from './rule-field.tsx';
import { useIdWarnings, useSampleText } from './samples.tsx';
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

/** Fields that a file may lack. Those that the mapping does not use when the form opens are folded. */
const optionalFields = [
  'taxId',
  'order',
  'latin',
  'givenName',
  'email',
  'studentId',
  'employeeId',
  'validFrom',
  'validUntil',
] as const;
type OptionalField = (typeof optionalFields)[number];

const isTextField = (name: string): name is TextFieldName => textFields.some((one) => one === name);
const isColumnField = (name: string): name is ColumnFieldName =>
  columnFields.some((one) => one === name);

function isUsed({ name, latin, texts, columns }: MappingDraft, field: OptionalField): boolean {
  if (field === 'order') return name.order !== orders[0];
  if (field === 'latin') return latin.column !== '' || latin.isDerived;
  return isTextField(field) ? texts[field].kind !== 'none' : columns[field].column !== '';
}

const errorPath = (field: OptionalField) =>
  field === 'latin' ? 'fields.fullNameEn' : `fields.${field}`;

export function MappingFields(props: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const { draft, headers, groupColumns, loadValues, errorOf, onChange } = props;
  const [used] = useState(() => optionalFields.filter((field) => isUsed(draft, field)));
  const folded = optionalFields.filter((field) => !used.includes(field));
  const usedOf = (...fields: OptionalField[]) => fields.filter((field) => used.includes(field));
  const contact = usedOf('email', 'studentId', 'employeeId');
  const period = usedOf('validFrom', 'validUntil');
  const hasRuleError = draft.groups.some((_, index) => errorOf(`fields.groups.${index}`));
  const groupsError = hasRuleError ? undefined : errorOf('fields.groups');
  return (
    <div className="flex flex-col gap-8">
      <Part title={t('sections.person')}>
        <PersonId {...props} />
        <OptionalFields {...props} fields={usedOf('taxId')} />
      </Part>
      <Part title={t('sections.name')}>
        <NameFields {...props} />
        <OptionalFields {...props} fields={usedOf('order', 'latin', 'givenName')} />
      </Part>
      <Part title={t('sections.username')}>
        <UsernameFields {...props} />
      </Part>
      {contact.length > 0 ? (
        <Part title={t('sections.contact')}>
          <OptionalFields {...props} fields={contact} />
        </Part>
      ) : null}
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
      {period.length > 0 ? (
        <Part title={t('sections.period')}>
          <OptionalFields {...props} fields={period} />
        </Part>
      ) : null}
      {folded.length > 0 ? (
        <Folded
          isOpen={folded.some((field) => errorOf(errorPath(field)) !== undefined)}
          title={t('sections.more')}
        >
          <OptionalFields {...props} fields={folded} />
        </Folded>
      ) : null}
      <Unused {...props} />
    </div>
  );
}

/** The column by which persons are known again, and why it may be the wrong one. */
function PersonId({ draft, headers, errorOf, onChange }: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const warnings = useIdWarnings(draft.externalId);
  return (
    <div>
      <ColumnSelect
        column={draft.externalId}
        error={errorOf('fields.externalId')}
        headers={headers}
        hint={t('person.external-hint')}
        isRequired
        label={t('person.external')}
        onChange={(externalId) => onChange({ ...draft, externalId })}
      />
      <div role="status">
        {warnings.length > 0 ? (
          <Alert className="mt-3" kind="warning" title={t('sample.id-warning')}>
            <ul className="list-disc ps-5">
              {warnings.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Alert>
        ) : null}
      </div>
    </div>
  );
}

type OptionalFieldsProps = MappingFieldsProps & { fields: readonly OptionalField[] };

function OptionalFields({ fields, ...props }: OptionalFieldsProps) {
  const t = wordsOf('import-files');
  return fields.map((field) => {
    if (field === 'order') return <NameOrderField {...props} key={field} />;
    if (field === 'latin') return <LatinFields {...props} key={field} />;
    if (isColumnField(field)) return <ColumnField {...props} key={field} name={field} />;
    const label = field === 'givenName' ? t('name.given-name') : fieldText(field);
    return <OneText {...props} key={field} label={label} name={field} />;
  });
}

function ColumnField(props: MappingFieldsProps & { name: ColumnFieldName }) {
  const { name, draft, headers, errorOf, onChange } = props;
  const t = wordsOf('import-files');
  return (
    <OptionalColumn
      error={errorOf(`fields.${name}`)}
      headers={headers}
      hint={name === 'taxId' ? t('person.tax-id-hint') : undefined}
      label={name === 'taxId' ? t('person.tax-id') : fieldText(name)}
      onChange={(column) => onChange({ ...draft, columns: { ...draft.columns, [name]: column } })}
      value={draft.columns[name]}
    />
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
  const { name } = draft;
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
        <div className="grid gap-5 sm:grid-cols-3 sm:gap-3">
          {nameParts.map((part) => (
            <ColumnSelect
              column={name[part]}
              error={part === 'patronymic' ? undefined : missing(part)}
              headers={headers}
              isRequired={part !== 'patronymic'}
              key={part}
              label={t(`name.${part}`)}
              onChange={(column) => change({ [part]: column })}
            />
          ))}
        </div>
      )}
    </>
  );
}

function NameOrderField({ draft, onChange }: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const { name } = draft;
  return (
    <Labelled label={t('name.order')}>
      {(attributes) => (
        <select
          {...attributes}
          className={controlClass}
          onChange={({ target }) => {
            const order = orders.find((one) => one === target.value) ?? orders[0];
            onChange({ ...draft, name: { ...name, order } });
          }}
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
  );
}

function LatinFields({ draft, headers, errorOf, onChange }: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const { latin } = draft;
  return (
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
  );
}

function UsernameFields({ draft, headers, errorOf, onChange }: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const { username } = draft;
  const change = (changes: Partial<MappingDraft['username']>) =>
    onChange({ ...draft, username: { ...username, ...changes } });
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
        <RuleField
          error={errorOf('username')}
          onChange={(rule) => change({ rule })}
          rule={username.rule}
        />
      )}
      <p className="text-sm text-text-2">{t('username.stays')}</p>
      <NewUsersChoices
        onChange={(newUsers) => onChange({ ...draft, newUsers })}
        value={draft.newUsers}
      />
    </>
  );
}

function DataFields(props: MappingFieldsProps) {
  const { draft, headers, loadValues, errorOf, onChange } = props;
  const t = wordsOf('import-files');
  const { data } = draft;
  const [added, setAdded] = useState<number>();
  const { place, focusAdd } = useAddFocus();
  const replace = (key: number, next: Partial<(typeof data)[number]>) =>
    onChange({
      ...draft,
      data: data.map((one) => (one.key === key ? { ...one, ...next } : one)),
    });
  return (
    <>
      {data.map(({ key, name, rule }, index) => {
        const error = errorOf(`data.${index}`) ?? errorOf(`fields.data.${name.trim()}`);
        const nameError = errorOf(`data-name.${index}`);
        const hasError = error !== undefined || nameError !== undefined;
        return (
          <Folded
            isOpen={hasError || name === '' || added === key}
            key={key}
            title={name === '' ? t('data.new') : name}
          >
            <DataName
              error={nameError}
              isNew={added === key}
              name={name}
              onChange={(next) => replace(key, { name: next })}
            />
            <TextRule
              error={error}
              headers={headers}
              label={t('data.column', { name })}
              loadValues={loadValues}
              onChange={(next) => replace(key, { rule: next })}
              rule={rule}
            />
            <div>
              <Button
                look="secondary"
                onClick={() => {
                  onChange({ ...draft, data: data.filter((one) => one.key !== key) });
                  focusAdd();
                }}
                type="button"
              >
                {t('data.remove', { name })}
              </Button>
            </div>
          </Folded>
        );
      })}
      <div ref={place}>
        <Button
          look="secondary"
          onClick={() => {
            const one = newData();
            setAdded(one.key);
            onChange({ ...draft, data: [...data, one] });
          }}
          type="button"
        >
          {t('data.add')}
        </Button>
      </div>
    </>
  );
}

function Unused({ draft, headers, loadValues }: MappingFieldsProps) {
  const t = wordsOf('import-files');
  const sampleOf = useSampleText();
  // without a file, the headers are those of the mapping itself
  if (!loadValues) return null;
  const unused = unusedColumns(draft, headers);
  if (unused.length === 0) return <p className="text-sm text-text-2">{t('mapping.unused-none')}</p>;
  return (
    <div className="text-sm text-text-2">
      <p className="font-medium">{t('mapping.unused')}</p>
      <ul className="list-disc ps-5">
        {unused.map((column) => (
          <li className="wrap-anywhere" key={column}>
            <span className="block text-ink">{column}</span>
            {sampleOf(column)}
          </li>
        ))}
      </ul>
    </div>
  );
}
