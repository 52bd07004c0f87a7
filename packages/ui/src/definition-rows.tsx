// Names and their values: side by side, and below each other on a phone. An action stands at the end of the row.
import type { ReactNode } from 'react';

export function DefinitionRows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-line border-y">{children}</dl>;
}

type DefinitionRowProps = {
  name: ReactNode;
  /** The value. Without one the row is left out. */
  children: ReactNode;
  action?: ReactNode;
};

export function DefinitionRow({ name, children, action }: DefinitionRowProps) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className="row py-3 sm:grid sm:items-baseline sm:grid-cols-[1fr_2fr] sm:gap-4">
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="flex min-w-0 gap-3">
        <span className="min-w-0 grow wrap-anywhere">{children}</span>
        {action}
      </dd>
    </div>
  );
}
