// Refuses state-changing requests that did not come from our own pages.

import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by servers of applications, not by browsers: no origin rule, no cookies read. */
    forServers?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The origin rule: `Sec-Fetch-Site: same-origin`, or a matching `Origin` where the browser sends no
 * fetch metadata (Fetch Metadata Request Headers §2.3, RFC 6454 §7). Neither is a refusal too.
 */
export function isSameOrigin(
  headers: { 'sec-fetch-site'?: unknown; origin?: unknown },
  ownOrigin: string,
): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
}

export function createOriginCheck(ownOrigin: string) {
  return async function guardOrigin(request: FastifyRequest) {
    if (safeMethods.has(request.method) || request.is404) return;
    if (request.routeOptions.config.forServers) return;
    if (!isSameOrigin(request.headers, ownOrigin)) fail('request.foreign-origin');
  };
}
