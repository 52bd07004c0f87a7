// The head of a page: the only <h1>, the sentence below it and at most one action. The heading receives focus when the page
// changes.
import type { ReactNode } from 'react';

/** Longer words may break, so that they fit a narrow screen. */
const maxUnbroken = 20;
const hyphenated = /(\S+-\S+)/;

/** Returns the title with its hyphenated words in one piece. */
function keepTogether(title: string): ReactNode {
  return title.split(hyphenated).map((part) =>
    part.includes('-') && part.length <= maxUnbroken ? (
      <span className="whitespace-nowrap" key={part}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

type PageHeadProps = {
  /** The title. */
  children: ReactNode;
  lead?: ReactNode;
  /** The primary action of the page: at the end of the title, or below the lead on a phone. */
  action?: ReactNode;
};

export function PageHead({ children, lead, action }: PageHeadProps) {
  const head = (
    <>
      <h1
        className="mb-2 font-bold text-2xl leading-[1.15] tracking-[-0.02em]"
        id="heading"
        tabIndex={-1}
      >
        {typeof children === 'string' ? keepTogether(children) : children}
      </h1>
      {lead === undefined ? null : <p className="text-text-2">{lead}</p>}
    </>
  );
  if (action === undefined) return head;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-[1_1_12rem]">{head}</div>
      {action}
    </div>
  );
}
