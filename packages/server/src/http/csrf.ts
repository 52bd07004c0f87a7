// CSRF protection: rejects state-changing requests that pages of other origins have sent.

import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For servers of applications instead of browsers: no origin check, and no cookies are read. */
    forServers?: boolean;
    /** With an `Authorization` header no cookies are read: pages of other origins cannot send it. */
    acceptsTokens?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns whether `Sec-Fetch-Site` is `same-origin`, or `Origin` matches if the browser sends no fetch metadata (Fetch
 * Metadata Request Headers §2.3, RFC 6454 §7). Returns false without both headers.
 */
export function isSameOrigin(
  headers: { 'sec-fetch-site'?: unknown; origin?: unknown },
  ownOrigin: string,
): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
}

export function createOriginCheck(ownOrigin: string) {
  return async function checkOrigin(request: FastifyRequest) {
    if (safeMethods.has(request.method) || request.is404) return;
    const { forServers, acceptsTokens } = request.routeOptions.config;
    if (forServers || (acceptsTokens && request.headers.authorization !== undefined)) return;
    if (!isSameOrigin(request.headers, ownOrigin)) fail('request.foreign-origin');
  };
}
