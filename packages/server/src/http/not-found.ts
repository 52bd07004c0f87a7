// Responses for unknown paths and wrong methods: JSON for programs, a page for submitted forms, the home page for browsers.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowAllOrigins } from './headers.ts';
import { pathOf } from './log.ts';
import { type ErrorPage, sendError } from './replies.ts';
import { isCrossOriginFile, isProgramPath, wantsPage } from './request-kind.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The existing paths of a route whose pattern also matches others. */
    paths?: ReadonlySet<string>;
  }
}

/** Returns a test for paths of the route. */
function createPathTest(url: string): (path: string) => boolean {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
    .join('/');
  const pattern = new RegExp(`^${source}$`);
  return (path) => pattern.test(path);
}

/** Records the routes registered after it. Returns a function that lists the methods of a path. */
export function watchRoutes(server: FastifyInstance) {
  type Route = { paths: ReadonlySet<string> | undefined; methods: Set<string> };
  const routes = new Map<string, Route>();
  server.addHook('onRoute', ({ url, method, config }) => {
    const paths = config?.paths;
    if (url.includes('*') && !paths) return;
    const route = routes.get(url) ?? { paths, methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  // compiled for the first unknown path, because that delays no start
  let tests: { matches(path: string): boolean; methods: Set<string> }[] | undefined;
  return function methodsAt(path: string): string[] {
    tests ??= [...routes].map(([url, { paths, methods }]) => ({
      matches: paths ? (one) => paths.has(one) : createPathTest(url),
      methods,
    }));
    const found = tests.filter((route) => route.matches(path));
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
    const isForPrograms = isProgramPath(path);
    if (isCrossOriginFile(path)) allowAllOrigins(reply);
    const isNavigation = request.method === 'GET' || request.method === 'HEAD';
    if (!isNavigation && !isForPrograms && errorPage && wantsPage(request))
      return errorPage(request, reply, 'request.not-found');
    if (isForPrograms || !isNavigation)
      return sendError(reply, request.id, { code: 'request.not-found' });
    return reply.header('cache-control', 'no-store').redirect('/', 302);
  };
}
