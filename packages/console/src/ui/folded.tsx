// What few need, folded.
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { type ReactNode, useState } from 'react';

type FoldedProps = {
  title: string;
  /** Opens it, such as for an error within. */
  isOpen?: boolean;
  children: ReactNode;
};

export function Folded({ title, isOpen = false, children }: FoldedProps) {
  const [isChosen, setChosen] = useState(isOpen);
  return (
    <details
      className="min-w-0 border-line border-y"
      onToggle={({ currentTarget }) => setChosen(currentTarget.open)}
      open={isChosen || isOpen}
    >
      <summary className="flex min-h-11 items-center gap-2 rounded-chip py-1 font-medium hover:text-brand">
        <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </summary>
      <div className="flex min-w-0 flex-col gap-5 pt-2 pb-5">{children}</div>
    </details>
  );
}
