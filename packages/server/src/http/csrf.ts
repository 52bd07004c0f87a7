// CSRF protection: rejects state-changing requests that pages of other origins have sent.

import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { sendsSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For servers of applications instead of browsers: no origin check, and no cookies are read. */
    forServers?: boolean;
    /** With an `Authorization` header no cookies are read: pages of other origins cannot send it. The origin matters only with a session cookie. */
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
    // without a cookie and a token the request is refused as one without a session, so that programs learn what they lack
    const actsByCookie = request.headers.authorization === undefined && sendsSessionCookie(request);
    if (forServers || (acceptsTokens && !actsByCookie)) return;
    if (!isSameOrigin(request.headers, ownOrigin)) fail('request.foreign-origin');
  };
}
