// Decides whether a request is a navigation of a browser or a call of a program. A navigation gets a page or a redirect, a
// call gets JSON.

import { apiPrefixes } from '@brama/contract/paths';
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

/** Files that other pages include or that clients guess, such as /apple-touch-icon.png and /sitemap.xml. */
const isFile = /\.(ico|png|jpe?g|gif|svg|webp|webmanifest|xml|txt|m?js|css|map|json|pdf)$/i;

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

export function isApiOrFilePath(path: string): boolean {
  return apiPrefixes.some((prefix) => isBelow(path, prefix)) || isFile.test(path);
}

/** Paths that only monitoring and load balancers request: conventions of Prometheus, Kubernetes and common servers. */
const probePaths = [
  '/-',
  '/actuator',
  '/debug',
  '/health',
  '/health-check',
  '/health_check',
  '/healthcheck',
  '/healthz',
  '/live',
  '/liveness',
  '/livez',
  '/metrics',
  '/nginx_status',
  '/ping',
  '/probe',
  '/prometheus',
  '/readiness',
  '/ready',
  '/readyz',
  '/server-info',
  '/server-status',
  '/startupz',
  '/stats',
  '/status',
  '/stub_status',
  '/version',
];

/**
 * Returns whether only programs request the path. A monitor that followed a redirect to the sign-in page would report an
 * endpoint that does not exist as working. The path decides, not the headers: the specification redirects any other
 * unknown path, for every client.
 */
export function isProgramPath(path: string): boolean {
  return isApiOrFilePath(path) || probePaths.some((probe) => isBelow(path, probe));
}

/** Returns whether pages of other origins may have included the path. They may read the 404. */
export function isCrossOriginFile(path: string): boolean {
  const isApi = apiPrefixes.some((prefix) => prefix !== '/v1' && isBelow(path, prefix));
  return !isApi && isApiOrFilePath(path);
}
