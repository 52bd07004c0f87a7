// Distinguishes requests for pages from requests of programs.

import type { FastifyRequest } from 'fastify';

/**
 * Returns whether the browser navigates (Fetch Metadata Request Headers §2.3). Browsers without these headers accept HTML
 * first.
 */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /^text\/html\b/.test(headers.accept ?? '');
}
