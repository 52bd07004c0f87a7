// A text field with a label above and room for one control inside on the right. Below are an error and a hint, both
// part of its description. A link may stand at the end of the label; Tab reaches it after the field.
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: string;
  inside?: ReactNode;
  /** Shown at the end of the label's line. */
  labelEnd?: ReactNode;
  below?: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to correct it. */
  error?: string | undefined;
  /** Announced before the error. */
  errorPrefix?: string;
  ref?: Ref<HTMLInputElement>;
};

function joinIds(...ids: (string | false | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}

export function Field(props: FieldProps) {
  const {
    label,
    inside,
    labelEnd,
    below,
    hint,
    error,
    errorPrefix,
    className = '',
    ...input
  } = props;
  const errorId = error !== undefined && `${input.id}-error`;
  const hintId = hint !== undefined && `${input.id}-hint`;
  const edge = error === undefined ? 'border-line-strong hover:border-ink' : 'border-error';
  return (
    <div className={className}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
        <label className="mb-1.5 font-semibold text-ink low:mb-1" htmlFor={input.id}>
          {label}
        </label>
        <div className="relative col-span-2 row-start-2">
          <input
            {...input}
            aria-describedby={joinIds(errorId, hintId, input['aria-describedby'])}
            aria-invalid={error === undefined ? input['aria-invalid'] : true}
            className={`block min-h-13 low:min-h-11.5 w-full rounded-control border-[1.5px] bg-surface ps-4 text-base text-ink recolour read-only:bg-sunken read-only:text-muted disabled:bg-sunken disabled:text-muted ${edge} ${inside ? 'pe-14' : 'pe-4'}`}
          />
          {inside}
        </div>
        {labelEnd}
      </div>
      {errorId === false ? null : (
        <p className="mt-1.5 font-medium text-error-ink text-sm" id={errorId}>
          {errorPrefix === undefined ? null : <span className="sr-only">{errorPrefix} </span>}
          {error}
        </p>
      )}
      {hintId === false ? null : (
        <p className="mt-1.5 text-muted text-sm" id={hintId}>
          {hint}
        </p>
      )}
      {below}
    </div>
  );
}
