// What a text field of a user gets: nothing, a column with or without a table of values, or the same for all users.
import { useId } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { ColumnOptions, controlClass, ErrorText, Flag, Labelled } from './controls.tsx';
import { headerIn, newTextRow, type TextDraft } from './mapping-draft.ts';
import { useSampleHint } from './samples.tsx';
import { type LoadValues, ValueTable } from './value-table.tsx';

type TextRuleProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  rule: TextDraft;
  headers: readonly string[];
  loadValues: LoadValues | undefined;
  onChange: (rule: TextDraft) => void;
};

const fixed = 'fixed';

/** Returns the rule for what was chosen in the list. */
function chosen(rule: TextDraft, value: string): TextDraft {
  if (value === '') return { ...rule, kind: 'none' };
  if (value === fixed) return { ...rule, kind: 'fixed' };
  const column = value.slice(1);
  return {
    ...rule,
    kind: 'column',
    column,
    table: column === rule.column ? rule.table : undefined,
  };
}

/** The table is what is wrong, not the column. */
const lacksValues = ({ kind, column, table }: TextDraft) =>
  kind === 'column' && column !== '' && table?.length === 0;

export function TextRule(props: TextRuleProps) {
  const { label, hint, error, rule, headers, loadValues, onChange } = props;
  const t = wordsOf('import-files');
  const { kind, column, isOptional, table } = rule;
  const isFixed = kind === fixed;
  const isEmptyTable = lacksValues(rule);
  const sampleHint = useSampleHint(kind === 'column' ? column : '', hint);
  return (
    <div className="min-w-0">
      <Labelled error={isFixed || isEmptyTable ? undefined : error} hint={sampleHint} label={label}>
        {(attributes) => (
          <select
            {...attributes}
            className={controlClass}
            onChange={({ target }) => onChange(chosen(rule, target.value))}
            value={kind === 'column' ? `:${headerIn(headers, column)}` : isFixed ? fixed : ''}
          >
            <option value="">{t('column.none')}</option>
            <ColumnOptions column={kind === 'column' ? column : ''} headers={headers} />
            <option value={fixed}>{t('column.same')}</option>
          </select>
        )}
      </Labelled>
      {isFixed ? (
        <FixedValue
          error={error}
          label={`${label}: ${t('column.fixed')}`}
          onChange={(value) => onChange({ ...rule, fixed: value })}
          value={rule.fixed}
        />
      ) : null}
      {kind === 'column' ? (
        <>
          <Flag
            isOn={isOptional}
            label={t('column.optional')}
            onChange={(isOn) => onChange({ ...rule, isOptional: isOn })}
          />
          <Flag
            isOn={table !== undefined}
            label={t('table.replace')}
            onChange={(isOn) => onChange({ ...rule, table: isOn ? [] : undefined })}
          />
        </>
      ) : null}
      {kind === 'column' && table ? (
        <ValueTable
          caption={label}
          cell={(row) => (
            <input
              aria-label={`${row.value}: ${t('table.to')}`}
              className={controlClass}
              maxLength={256}
              onChange={({ target }) =>
                onChange({
                  ...rule,
                  table: table.map((one) =>
                    one.key === row.key ? { ...one, to: target.value } : one,
                  ),
                })
              }
              value={row.to}
            />
          )}
          column={column}
          create={newTextRow}
          error={isEmptyTable ? error : undefined}
          loadValues={loadValues}
          onChange={(rows) => onChange({ ...rule, table: rows })}
          rows={table}
        />
      ) : null}
    </div>
  );
}

type FixedValueProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function FixedValue({ label, value, error, onChange }: FixedValueProps) {
  const id = useId();
  return (
    <>
      <input
        aria-describedby={error === undefined ? undefined : id}
        aria-invalid={error === undefined ? undefined : true}
        aria-label={label}
        className={`${controlClass} mt-2`}
        maxLength={256}
        onChange={({ target }) => onChange(target.value)}
        value={value}
      />
      <ErrorText error={error} id={id} />
    </>
  );
}
