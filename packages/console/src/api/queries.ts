// What the server has answered, kept for the pages.
import { QueryClient } from '@tanstack/react-query';
import { AdminProblem } from './problem.ts';

/** A refusal stays one; a missing answer may come with the next attempt. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefused = error instanceof AdminProblem && error.status < 500;
  return !isRefused && failures < 2;
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 10_000, refetchOnWindowFocus: 'always' },
    mutations: { retry: false },
  },
});
