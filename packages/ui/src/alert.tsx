// A message in the page. Its live region must exist before the message: role `alert` for errors, `status` for the
// rest.

import type { ReactNode, Ref } from 'react';
import { CircleAlert } from './icons/circle-alert.ts';
import { CircleCheck } from './icons/circle-check.ts';
import { Info } from './icons/info.ts';

const kinds = {
  error: { look: 'bg-error-tint text-error-ink', Icon: CircleAlert },
  success: { look: 'bg-success-tint text-success-ink', Icon: CircleCheck },
  warning: { look: 'bg-warning-tint text-warning-ink', Icon: CircleAlert },
  info: { look: 'bg-info-tint text-info-ink', Icon: Info },
} as const;

type AlertProps = {
  kind: keyof typeof kinds;
  title: string;
  /** Announced before the title of an error. */
  prefix?: string | undefined;
  children?: ReactNode;
  id?: string;
  className?: string;
  ref?: Ref<HTMLDivElement>;
};

export function Alert({ kind, title, prefix, children, id, ref, className = '' }: AlertProps) {
  const { look, Icon } = kinds[kind];
  return (
    <div
      className={`arrive flex gap-3 rounded-control border border-transparent px-4 py-3.5 ${look} ${className}`}
      id={id}
      ref={ref}
      tabIndex={-1}
    >
      <Icon aria-hidden="true" className="mt-0.5 shrink-0" size={20} />
      <div className="min-w-0">
        <p className="font-semibold">
          {prefix === undefined ? null : <span className="sr-only">{prefix} </span>}
          {title}
        </p>
        {children}
      </div>
    </div>
  );
}
