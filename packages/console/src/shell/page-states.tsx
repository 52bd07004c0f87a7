// What stands in the place of a page that loads, or that has failed.
import { SkeletonRows } from '@brama/ui/loading/skeleton-rows.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { AdminProblem } from '../api/problem.ts';
import { wordsOf } from '../i18n/words.ts';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';

export function PendingPage() {
  return <SkeletonRows count={6} label={wordsOf('shell')('loading')} />;
}

export function BrokenPage({ error }: ErrorComponentProps) {
  const t = wordsOf('shell');
  const router = useRouter();
  const queries = useQueryClient();
  if (error instanceof AdminProblem && error.status === 404) return <NotFoundText />;
  const retry = () => {
    void queries.resetQueries().then(() => router.invalidate());
  };
  return (
    <Page title={t('problem.broken')}>
      <ProblemText error={error} onRetry={retry} />
    </Page>
  );
}
