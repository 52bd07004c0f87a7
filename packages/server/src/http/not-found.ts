// Responses for unknown paths and wrong methods: JSON for programs, a page for submitted forms, the home page for browsers.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowAllOrigins } from './cors.ts';
import { pathOf } from './log.ts';
import { type ErrorPage, sendError } from './replies.ts';
import { isApiOrFilePath, isCrossOriginFile, wantsPage } from './request-kind.ts';

/** Records the routes registered after it. Returns a function that lists the methods of a path. */
export function watchRoutes(server: FastifyInstance) {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const source = url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/');
    const route = routes.get(url) ?? { pattern: new RegExp(`^${source}$`), methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  return function methodsAt(path: string): string[] {
    const found = [...routes.values()].filter((route) => route.pattern.test(path));
    return [...new Set(found.flatMap((route) => [...route.methods]))].sort();
  };
}

export function createNotFound(
  methodsAt: (path: string) => string[],
  errorPage: ErrorPage | undefined,
) {
  return function notFound(request: FastifyRequest, reply: FastifyReply) {
    const path = pathOf(request.url);
    const allowed = methodsAt(path);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      reply.header('allow', allowed.join(', '));
      return sendError(reply, request.id, { code: 'request.method-not-allowed' });
    }
    const isForPrograms = isApiOrFilePath(path);
    if (isCrossOriginFile(path)) allowAllOrigins(reply);
    const isNavigation = request.method === 'GET' || request.method === 'HEAD';
    if (!isNavigation && !isForPrograms && errorPage && wantsPage(request))
      return errorPage(request, reply, 'request.not-found');
    if (isForPrograms || !isNavigation)
      return sendError(reply, request.id, { code: 'request.not-found' });
    return reply.header('cache-control', 'no-store').redirect('/', 302);
  };
}
