// The only <h1> of a page and the sentence below it. Receives focus when the page changes.
import type { ReactNode } from 'react';

export function PageHeading({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <>
      <h1
        className="mb-2 font-bold text-2xl leading-[1.15] tracking-[-0.02em]"
        id="heading"
        tabIndex={-1}
      >
        {children}
      </h1>
      {lead === undefined ? null : <p className="text-text-2">{lead}</p>}
    </>
  );
}
