// Unknown paths: JSON with 404 or 405 for machines; people are sent home, or told when they posted a form.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiOrFilePath, isCrossOriginFile } from '../http/api-paths.ts';
import { allowAllOrigins } from '../http/cors.ts';
import { pathOf } from '../http/log.ts';
import { sendError } from '../http/replies.ts';
import { type TroublePage, wantsPage } from './error-page.ts';

/** Collects registered routes, to tell an unknown path from a wrong method. Call before any route. */
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
  troublePage: TroublePage | undefined,
) {
  return function notFound(request: FastifyRequest, reply: FastifyReply) {
    const path = pathOf(request.url);
    const allowed = methodsAt(path);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      reply.header('allow', allowed.join(', '));
      return sendError(reply, request.id, { code: 'request.method-not-allowed' });
    }
    const forMachines = isApiOrFilePath(path);
    if (isCrossOriginFile(path)) allowAllOrigins(reply);
    const isNavigation = request.method === 'GET' || request.method === 'HEAD';
    if (!isNavigation && !forMachines && troublePage && wantsPage(request))
      return troublePage(request, reply, 'request.not-found');
    if (forMachines || !isNavigation)
      return sendError(reply, request.id, { code: 'request.not-found' });
    return reply.header('cache-control', 'no-store').redirect('/', 302);
  };
}
