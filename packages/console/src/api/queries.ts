// What the server has answered, kept for the pages.
import { QueryClient } from '@tanstack/react-query';
import { idleSeconds } from '../page-data.ts';
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

type Polled = { state: { error: Error | null } };

/** Returns how often a query of work that ends by itself is asked again, until the server refuses. */
export const pollUntilRefused = ({ state: { error } }: Polled, ms: number): number | false =>
  error instanceof AdminProblem ? false : ms;

/**
 * Returns how often a query is asked again that changes for as long as its page is open. On a shared computer it is not: each request
 * counts as use of the session, which would never end.
 */
export const pollWhileOpen = (query: Polled, ms: number): number | false =>
  idleSeconds === undefined && pollUntilRefused(query, ms);
