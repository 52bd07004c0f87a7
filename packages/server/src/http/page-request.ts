// Distinguishes requests of browsers that navigate from requests of scripts and programs.

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

/** Returns whether the request is a form, which only browsers without JavaScript send. They expect a page. */
export function isForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
}
