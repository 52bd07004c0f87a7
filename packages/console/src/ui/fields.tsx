// The fields of forms: their description, and the control of each kind. All values are texts; the area of a form converts them.
import { Field } from '@brama/ui/field.tsx';
import type { ReactNode } from 'react';
import { wordsOf } from '../i18n/words.ts';
import { isOwnPicture, PictureFile } from './picture-control.tsx';

export type FormField = {
  name: string;
  label: string;
  kind?:
    | 'text'
    | 'email'
    | 'number'
    | 'lines'
    | 'choice'
    | 'picture'
    | 'flag'
    | 'date'
    | 'date-time'
    | 'secret';
  hint?: ReactNode;
  required?: boolean;
  maxLength?: number;
  /** Of a `choice` and a `picture`. */
  options?: readonly { value: string; label: string }[];
  /** The field stands below “more”, because its usual value mostly fits. */
  isFolded?: boolean;
  /** The field is shown, but cannot be changed, for this reason. */
  fixedReason?: string;
  autoComplete?: string;
  inputMode?: 'text' | 'email' | 'numeric' | 'url';
};

export type FormValues = Readonly<Record<string, string>>;

export const isKept = ({ kind }: FormField) => kind !== 'secret';

type FieldControlProps = {
  field: FormField;
  formId: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

const control =
  'block min-h-13 w-full rounded-control border-[1.5px] bg-surface px-4 text-base text-ink hover:border-ink disabled:bg-sunken disabled:text-muted';

const inputTypes = {
  text: 'text',
  email: 'email',
  number: 'text',
  date: 'date',
  'date-time': 'datetime-local',
  secret: 'password',
} as const;

export function FieldControl(props: FieldControlProps) {
  const { kind = 'text' } = props.field;
  if (kind === 'flag') return <FlagControl {...props} />;
  if (kind === 'choice') return <ChoiceControl {...props} />;
  if (kind === 'picture') return <PictureControl {...props} />;
  if (kind === 'lines') return <LinesControl {...props} />;
  return <TextControl {...props} kind={kind} />;
}

const edgeOf = (error: string | undefined) =>
  error === undefined ? 'border-line-strong' : 'border-error';

/** Returns what every control has. */
function attributesOf({ field, formId, error }: FieldControlProps) {
  const { name, hint, fixedReason, required = false } = field;
  const id = `${formId}-${name}`;
  const described = [
    error === undefined ? [] : `${id}-error`,
    (fixedReason ?? hint) === undefined ? [] : `${id}-hint`,
  ].flat();
  return {
    id,
    name,
    'aria-describedby': described.join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    disabled: fixedReason !== undefined,
    required,
  } as const;
}

function FlagControl(props: FieldControlProps) {
  const { field, value, onChange } = props;
  const attributes = attributesOf(props);
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <input
          {...attributes}
          checked={value === 'true'}
          className="size-5 shrink-0 accent-brand"
          onChange={({ target }) => onChange(target.checked ? 'true' : '')}
          required={false}
          type="checkbox"
        />
        {field.label}
      </label>
      <FieldNotes {...props} />
    </div>
  );
}

function ShownLabel({ field, formId }: FieldControlProps) {
  const t = wordsOf('shell');
  const { name, label, required = false } = field;
  return (
    <label className="mb-1.5 block font-semibold" htmlFor={`${formId}-${name}`}>
      {required ? label : t('form.optional', { label })}
    </label>
  );
}

function ChoiceControl(props: FieldControlProps) {
  const { field, value, error, onChange } = props;
  return (
    <div>
      <ShownLabel {...props} />
      <select
        {...attributesOf(props)}
        className={`${control} ${edgeOf(error)}`}
        onChange={({ target }) => onChange(target.value)}
        value={value}
      >
        {(field.options ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNotes {...props} />
    </div>
  );
}

/** One of the list, or a file. The value of a file is a data URL. */
function PictureControl(props: FieldControlProps) {
  const t = wordsOf('shell');
  const { field, formId, value, onChange } = props;
  const own = isOwnPicture(value) ? [{ value, label: t('form.picture-own') }] : [];
  return (
    <div>
      <ChoiceControl {...props} field={{ ...field, options: [...(field.options ?? []), ...own] }} />
      <PictureFile
        id={`${formId}-${field.name}-file`}
        isDisabled={field.fixedReason !== undefined}
        label={t('form.picture')}
        onChange={onChange}
      />
    </div>
  );
}

function LinesControl(props: FieldControlProps) {
  const { field, value, error, onChange } = props;
  return (
    <div>
      <ShownLabel {...props} />
      <textarea
        {...attributesOf(props)}
        className={`${control} py-3 font-mono text-sm ${edgeOf(error)}`}
        maxLength={field.maxLength}
        onChange={({ target }) => onChange(target.value)}
        rows={4}
        value={value}
      />
      <FieldNotes {...props} />
    </div>
  );
}

function TextControl({ kind, ...props }: FieldControlProps & { kind: keyof typeof inputTypes }) {
  const t = wordsOf('shell');
  const { field, formId, value, error, onChange } = props;
  const { name, label, hint, fixedReason, required = false } = field;
  return (
    <Field
      autoComplete={field.autoComplete ?? 'off'}
      disabled={fixedReason !== undefined}
      error={error}
      errorPrefix={t('form.error-prefix')}
      hint={fixedReason ?? hint}
      id={`${formId}-${name}`}
      inputMode={kind === 'number' ? 'numeric' : field.inputMode}
      label={required ? label : t('form.optional', { label })}
      maxLength={field.maxLength}
      name={name}
      onChange={({ target }) => onChange(target.value)}
      required={required}
      type={inputTypes[kind]}
      value={value}
    />
  );
}

function FieldNotes({ field, formId, error }: FieldControlProps) {
  const t = wordsOf('shell');
  const id = `${formId}-${field.name}`;
  const hint = field.fixedReason ?? field.hint;
  return (
    <>
      {error === undefined ? null : (
        <p className="mt-1.5 font-medium text-error-ink text-sm" id={`${id}-error`}>
          <span className="sr-only">{t('form.error-prefix')} </span>
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p className="mt-1.5 text-muted text-sm" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}
