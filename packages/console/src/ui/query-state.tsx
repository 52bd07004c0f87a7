// Shows the data of a query once it is there; until then placeholders, and after a failure the reason with a way to try again.
import { SkeletonRows } from '@brama/ui/loading/skeleton-rows.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordsOf } from '../i18n/words.ts';
import { ProblemText } from './problem-text.tsx';

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>;
  /** How many placeholders stand for the data. */
  rows?: number;
  children: (data: Data) => ReactNode;
};

export function QueryState<Data>({ query, rows = 6, children }: QueryStateProps<Data>) {
  const t = wordsOf('shell');
  const { data, error } = query;
  if (data !== undefined)
    return (
      <>
        {error ? <ProblemText error={error} onRetry={() => void query.refetch()} /> : null}
        {children(data)}
      </>
    );
  if (error) return <ProblemText error={error} onRetry={() => void query.refetch()} />;
  return <SkeletonRows count={rows} label={t('loading')} />;
}
