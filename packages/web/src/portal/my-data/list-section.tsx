// A section of “My data” with a list of entries that the user can end. After an entry ends, focus moves to the
// heading.
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Loading, NotLoaded } from './section-states.tsx';

type ListSectionProps<Answer> = {
  id: string;
  title: string;
  query: UseQueryResult<Answer>;
  notLoaded: string;
  children: (answer: Answer, onEnded: () => void) => ReactNode;
};

export function ListSection<Answer>(props: ListSectionProps<Answer>) {
  const { id, title, notLoaded, children } = props;
  const { data, error, isFetching, refetch } = props.query;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={id} className="mt-7 border-line border-t pt-5 print:hidden">
      <h3 className="mb-1 scroll-mt-3 font-semibold text-md" id={id} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {data === undefined
        ? null
        : children(data, () => heading.current?.focus({ preventScroll: true }))}
      {data === undefined && isFetching ? <Loading /> : null}
      {data === undefined && !isFetching ? (
        <NotLoaded error={error} onRetry={() => void refetch()} title={notLoaded} />
      ) : null}
    </section>
  );
}
