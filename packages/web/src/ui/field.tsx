// A labelled text field: the label above, room for one control inside on the right, a hint below.
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: string;
  inside?: ReactNode;
  below?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

export function Field({ label, inside, below, className = '', ...input }: FieldProps) {
  return (
    <div className={className}>
      <label className="mb-1.5 block font-semibold text-ink" htmlFor={input.id}>
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          className={`block min-h-13 w-full rounded-control border-[1.5px] border-line-strong bg-surface ps-4 text-base text-ink transition-colors duration-120 hover:border-ink read-only:bg-sunken read-only:text-muted ${inside ? 'pe-14' : 'pe-4'}`}
        />
        {inside}
      </div>
      {below}
    </div>
  );
}
