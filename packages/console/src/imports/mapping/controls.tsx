// Controls of the form of a mapping: a labelled control with a hint and an error, the choice of a column, and small choices.
import { headerKey } from '@brama/contract/admin/imports/columns';
import { Button } from '@brama/ui/button.tsx';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { type ColumnDraft, headerIn } from './mapping-draft.ts';
import { useSampleHint } from './samples.tsx';

export const controlClass =
  'block min-h-11 w-full rounded-control border-[1.5px] border-line-strong bg-surface px-3 text-base text-ink hover:border-ink aria-invalid:border-error';

export type ControlAttributes = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type LabelledProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (attributes: ControlAttributes) => ReactNode;
};

export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  const described = [
    error === undefined ? [] : `${id}-error`,
    hint === undefined ? [] : `${id}-hint`,
  ].flat();
  return (
    <div className="min-w-0">
      <label className="mb-1.5 block font-semibold" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <ErrorText error={error} id={`${id}-error`} />
      {hint === undefined ? null : (
        <p className="mt-1.5 text-muted text-sm" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function ErrorText({ error, id }: { error: string | undefined; id?: string }) {
  const t = wordsOf('shell');
  if (error === undefined) return null;
  return (
    <p className="mt-1.5 font-medium text-error-ink text-sm" id={id}>
      <span className="sr-only">{t('form.error-prefix')} </span>
      {error}
    </p>
  );
}

type DataNameProps = {
  name: string;
  error: string | undefined;
  /** It has just been added, and takes the focus. */
  isNew: boolean;
  onChange: (name: string) => void;
};

/** The name of other data of a user. */
export function DataName({ name, error, isNew, onChange }: DataNameProps) {
  const t = wordsOf('import-files');
  return (
    <Labelled error={error} label={t('data.name')}>
      {(attributes) => (
        <input
          {...attributes}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the field has just been added by a button
          autoFocus={isNew}
          className={controlClass}
          maxLength={64}
          onChange={({ target }) => onChange(target.value)}
          value={name}
        />
      )}
    </Labelled>
  );
}

type FlagProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

export function Flag({ label, isOn, onChange }: FlagProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        checked={isOn}
        className="size-5 shrink-0 accent-brand"
        onChange={({ target }) => onChange(target.checked)}
        type="checkbox"
      />
      {label}
    </label>
  );
}

type RadiosProps<Value extends string> = {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

export function Radios<Value extends string>(props: RadiosProps<Value>) {
  const { legend, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label className="inline-flex min-h-11 items-center gap-2.5" key={option.value}>
            <input
              checked={value === option.value}
              className="size-5 shrink-0 accent-brand"
              name={name}
              onChange={() => onChange(option.value)}
              type="radio"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type OptionsProps = {
  headers: readonly string[];
  /** A column that is chosen, but that the file may lack. */
  column: string;
};

/** The columns of a file as options. Their values begin with `:`, so that other options can have words. */
export function ColumnOptions({ headers, column }: OptionsProps) {
  const t = wordsOf('import-files');
  const isAbsent =
    column !== '' && !headers.some((header) => headerKey(header) === headerKey(column));
  return (
    <>
      {isAbsent ? (
        <option value={`:${column}`}>
          {headers.length === 0 ? column : t('column.absent', { column })}
        </option>
      ) : null}
      {headers.map((header) => (
        <option key={header} value={`:${header}`}>
          {header}
        </option>
      ))}
    </>
  );
}

type ColumnSelectProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  headers: readonly string[];
  column: string;
  onChange: (column: string) => void;
  isRequired?: boolean;
};

export function ColumnSelect(props: ColumnSelectProps) {
  const { label, hint, error, headers, column, onChange, isRequired = false } = props;
  const t = wordsOf('import-files');
  return (
    <Labelled error={error} hint={useSampleHint(column, hint)} label={label}>
      {(attributes) => (
        <select
          {...attributes}
          className={controlClass}
          onChange={({ target }) => onChange(target.value.slice(1))}
          required={isRequired}
          value={column === '' ? '' : `:${headerIn(headers, column)}`}
        >
          <option value="">{t(isRequired ? 'column.choose' : 'column.none')}</option>
          <ColumnOptions column={column} headers={headers} />
        </select>
      )}
    </Labelled>
  );
}

type OptionalColumnProps = Omit<ColumnSelectProps, 'column' | 'onChange' | 'isRequired'> & {
  value: ColumnDraft;
  onChange: (value: ColumnDraft) => void;
};

/** A column that files may lack. */
export function OptionalColumn({ value, onChange, ...props }: OptionalColumnProps) {
  const t = wordsOf('import-files');
  return (
    <div>
      <ColumnSelect
        {...props}
        column={value.column}
        onChange={(column) => onChange({ ...value, column })}
      />
      {value.column === '' ? null : (
        <Flag
          isOn={value.isOptional}
          label={t('column.optional')}
          onChange={(isOptional) => onChange({ ...value, isOptional })}
        />
      )}
    </div>
  );
}

type PartProps = { title: string; lead?: string; children: ReactNode };

/** A section of the form. */
export function Part({ title, lead, children }: PartProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold text-lg leading-snug tracking-tight">{title}</legend>
      {lead === undefined ? null : <p className="text-sm text-text-2">{lead}</p>}
      <div className="mt-3 flex flex-col gap-5">{children}</div>
    </fieldset>
  );
}

type RuleProps = {
  title: string;
  /** It has just been added, and takes the focus. */
  isNew: boolean;
  onRemove: () => void;
  children: ReactNode;
};

/** One of several rules for groups. */
export function Rule({ title, isNew, onRemove, children }: RuleProps) {
  const rule = useRef<HTMLFieldSetElement>(null);
  const takesFocus = useRef(isNew);
  useEffect(() => {
    if (takesFocus.current) focusFirst(rule);
  }, []);
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-3 sm:p-4" ref={rule}>
      <legend className="px-1 font-semibold">{title}</legend>
      <div className="flex flex-col gap-4">
        {children}
        <div>
          <Button look="secondary" onClick={onRemove} type="button">
            {wordsOf('import-files')('groups.remove')}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function focusFirst({ current }: RefObject<HTMLElement | null>): void {
  current?.querySelector<HTMLElement>('button, input, select')?.focus();
}

/** Returns the place of what adds to a list, and a function that moves the focus there once a part of the list is removed. */
export function useAddFocus() {
  const place = useRef<HTMLDivElement>(null);
  return { place, focusAdd: () => void requestAnimationFrame(() => focusFirst(place)) };
}
