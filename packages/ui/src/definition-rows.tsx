// Names and their values: side by side, and below each other on a phone. An action stands at the end of the row.
import type { ReactNode } from 'react';

export function DefinitionRows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-line border-y">{children}</dl>;
}

type DefinitionRowProps = {
  name: ReactNode;
  /** The value. */
  children: ReactNode;
  action?: ReactNode;
};

export function DefinitionRow({ name, children, action }: DefinitionRowProps) {
  return (
    <div className="row grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] sm:gap-x-4">
      <dt className="text-muted wrap-anywhere max-sm:col-span-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
      {action === undefined ? null : <dd className="-my-2">{action}</dd>}
    </div>
  );
}
