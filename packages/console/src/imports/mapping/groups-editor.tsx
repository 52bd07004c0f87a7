// Which groups the people of a source get: the same for all, or by a column whose values a table turns into groups.
import { Button } from '@brama/ui/button.tsx';
import { useState } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { Folded } from '../../ui/folded.tsx';
import { ColumnSelect, Flag, OptionalColumn, Radios, Rule, useAddFocus } from './controls.tsx';
import { GroupList, GroupTools } from './group-list.tsx';
import { type GroupDraft, newGroupRow, newGroups } from './mapping-draft.ts';
import { type LoadValues, ValueTable } from './value-table.tsx';

type GroupsEditorProps = {
  groups: readonly GroupDraft[];
  headers: readonly string[];
  /** Columns that may give groups. */
  suggested: readonly string[];
  loadValues: LoadValues | undefined;
  errorOf: (path: string) => string | undefined;
  onChange: (groups: readonly GroupDraft[]) => void;
};

export function GroupsEditor(props: GroupsEditorProps) {
  const { groups, suggested, errorOf, onChange } = props;
  const t = wordsOf('import-files');
  const [added, setAdded] = useState<number>();
  const { place, focusAdd } = useAddFocus();
  const add = (one: GroupDraft) => {
    setAdded(one.key);
    onChange([...groups, one]);
  };
  const free = suggested.filter((column) => !groups.some((one) => one.column === column));
  const hasFixed = groups.some(({ kind }) => kind === 'fixed');
  return (
    <div className="flex flex-col gap-4">
      <GroupTools />
      {groups.length === 0 ? <p className="text-text-2">{t('groups.none')}</p> : null}
      {groups.map((one, index) => (
        <OneRule
          {...props}
          error={errorOf(`fields.groups.${index}`)}
          isNew={added === one.key}
          key={one.key}
          onRemove={() => {
            onChange(groups.filter(({ key }) => key !== one.key));
            focusAdd();
          }}
          onReplace={(next) => onChange(groups.map((old) => (old.key === one.key ? next : old)))}
          rule={one}
        />
      ))}
      <div className="flex flex-wrap gap-3" ref={place}>
        {free.map((column) => (
          <Button
            key={column}
            look="secondary"
            onClick={() => add(newGroups('column', column))}
            type="button"
          >
            {t('groups.add-by', { column })}
          </Button>
        ))}
        {hasFixed ? null : (
          <Button look="secondary" onClick={() => add(newGroups('fixed'))} type="button">
            {t('groups.add-fixed')}
          </Button>
        )}
        <Button look="secondary" onClick={() => add(newGroups('column'))} type="button">
          {t('groups.add-column')}
        </Button>
      </div>
    </div>
  );
}

type OneRuleProps = Pick<GroupsEditorProps, 'headers' | 'loadValues'> & {
  rule: GroupDraft;
  error: string | undefined;
  isNew: boolean;
  onReplace: (rule: GroupDraft) => void;
  onRemove: () => void;
};

function legendOf({ kind, column }: GroupDraft): string {
  const t = wordsOf('import-files');
  if (kind === 'fixed') return t('groups.fixed');
  return column === '' ? t('groups.by-any') : t('groups.by', { column });
}

function OneRule(props: OneRuleProps) {
  const { rule, error, isNew, onReplace, onRemove } = props;
  return (
    <Rule isNew={isNew} onRemove={onRemove} title={legendOf(rule)}>
      {rule.kind === 'fixed' ? (
        <GroupList
          addLabel={wordsOf('import-files')('groups.add')}
          error={error}
          groups={rule.groups}
          onChange={(groups) => onReplace({ ...rule, groups })}
        />
      ) : (
        <ByColumn {...props} />
      )}
    </Rule>
  );
}

function ByColumn({ rule, error, headers, loadValues, onReplace }: OneRuleProps) {
  const t = wordsOf('import-files');
  const { column, isOptional, table } = rule;
  const isEmptyTable = column !== '' && table?.length === 0;
  return (
    <>
      <div>
        <ColumnSelect
          column={column}
          error={isEmptyTable ? undefined : error}
          headers={headers}
          isRequired
          label={t('groups.column')}
          onChange={(chosen) => onReplace({ ...rule, column: chosen, table: table && [] })}
        />
        <Flag
          isOn={isOptional}
          label={t('column.optional')}
          onChange={(isOn) => onReplace({ ...rule, isOptional: isOn })}
        />
      </div>
      <Radios
        legend={t('groups.cells')}
        onChange={(kind) => onReplace({ ...rule, table: kind === 'table' ? [] : undefined })}
        options={(['table', 'names'] as const).map((value) => ({
          value,
          label: t(`groups.cells-kinds.${value}`),
        }))}
        value={table ? 'table' : 'names'}
      />
      {table ? (
        <GroupTable
          error={isEmptyTable ? error : undefined}
          loadValues={loadValues}
          onReplace={onReplace}
          rule={rule}
          table={table}
        />
      ) : null}
      <Folded
        isOpen={rule.validFrom.column !== '' || rule.validUntil.column !== ''}
        title={t('groups.period')}
      >
        <OptionalColumn
          headers={headers}
          label={t('groups.from')}
          onChange={(validFrom) => onReplace({ ...rule, validFrom })}
          value={rule.validFrom}
        />
        <OptionalColumn
          headers={headers}
          label={t('groups.until')}
          onChange={(validUntil) => onReplace({ ...rule, validUntil })}
          value={rule.validUntil}
        />
      </Folded>
    </>
  );
}

type GroupTableProps = Pick<OneRuleProps, 'rule' | 'error' | 'loadValues' | 'onReplace'> & {
  table: NonNullable<GroupDraft['table']>;
};

function GroupTable({ rule, table, error, loadValues, onReplace }: GroupTableProps) {
  const t = wordsOf('import-files');
  const { column, otherwise } = rule;
  const unset = table.filter(({ groups }) => groups.length === 0).length;
  return (
    <>
      <ValueTable
        caption={legendOf(rule)}
        cell={(row) => (
          <GroupList
            addLabel={t('groups.add-to', { value: row.value })}
            groups={row.groups}
            onChange={(groups) =>
              onReplace({
                ...rule,
                table: table.map((one) => (one.key === row.key ? { ...one, groups } : one)),
              })
            }
          />
        )}
        column={column}
        create={newGroupRow}
        error={error}
        loadValues={loadValues}
        onChange={(rows) => onReplace({ ...rule, table: rows })}
        rows={table}
      />
      {unset > 0 ? (
        <p className="text-sm text-text-2">{t('table.unset', { count: unset })}</p>
      ) : null}
      <Radios
        legend={t('groups.otherwise')}
        onChange={(kind) => onReplace({ ...rule, otherwise: kind === 'groups' ? [] : undefined })}
        options={(['reject', 'groups'] as const).map((value) => ({
          value,
          label: t(`groups.otherwise-kinds.${value}`),
        }))}
        value={otherwise ? 'groups' : 'reject'}
      />
      {otherwise ? (
        <div>
          {otherwise.length === 0 ? (
            <p className="mb-2 text-sm text-text-2">{t('groups.otherwise-none')}</p>
          ) : null}
          <GroupList
            addLabel={t('groups.add-to', { value: t('groups.otherwise') })}
            groups={otherwise}
            onChange={(groups) => onReplace({ ...rule, otherwise: groups })}
          />
        </div>
      ) : null}
    </>
  );
}
