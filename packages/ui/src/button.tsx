// The button, and its style for links. While pending it is disabled, shows a spinner instead of its icon and keeps
// its width: both labels share one grid cell.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Spinner } from './loading/spinner.tsx';

const base =
  'inline-grid min-h-11 place-items-center rounded-control border-[1.5px] px-5 py-2 text-center font-semibold leading-tight recolour';

const looks = {
  primary:
    'border-transparent bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-active disabled:not-aria-busy:bg-gate disabled:not-aria-busy:text-text-2',
  secondary:
    'border-line-strong bg-surface text-ink hover:border-ink active:bg-sunken disabled:text-muted',
} as const;

export type ButtonLook = keyof typeof looks;

export function buttonClass(look: ButtonLook): string {
  return `${base} ${looks[look]}`;
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look: ButtonLook;
  children: ReactNode;
  icon?: ReactNode;
  pending?: boolean;
  /** Replaces the label while pending. Defaults to the label. */
  pendingLabel?: string;
};

const row =
  'col-start-1 row-start-1 inline-flex items-center justify-center gap-2.5 [&>svg]:shrink-0';

export function Button(props: ButtonProps) {
  const { look, children, icon, pending = false, pendingLabel, className = '', ...rest } = props;
  const replaced = pending && pendingLabel !== undefined;
  return (
    <button
      {...rest}
      aria-busy={pending || undefined}
      className={`${buttonClass(look)} disabled:cursor-default ${className}`}
      disabled={pending || rest.disabled}
    >
      <span className={`${row} ${replaced ? 'invisible' : ''}`}>
        {pending ? <Spinner size={18} /> : icon}
        {children}
      </span>
      {pendingLabel === undefined ? null : (
        <span className={`${row} ${replaced ? '' : 'invisible'}`}>
          <Spinner size={18} />
          {pendingLabel}
        </span>
      )}
    </button>
  );
}
