// Routes of CAS.

import type { FastifyInstance, FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import type { CasDeps } from './deps.ts';
import { answerLogin } from './login/answer-login.ts';
import { loginPath, type ResumeRoute, resumeLogin } from './login/suspend.ts';
import { logoutRoutes } from './logout/routes.ts';
import { validationRoutes } from './validation/routes.ts';

// a HEAD request would use what a GET request uses
const withoutHead = { exposeHeadRoute: false };

const browserRoutes =
  (deps: CasDeps): FastifyPluginAsync =>
  async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      // the next address has a ticket, which no Referer may contain
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    });
    scope.get(loginPath, withoutHead, (request, reply) => answerLogin(deps, request, reply));
    scope.get<ResumeRoute>(`${loginPath}/:id`, withoutHead, (request, reply) =>
      // the address with a slash at its end
      request.params.id === ''
        ? answerLogin(deps, request, reply)
        : resumeLogin(deps, request, reply),
    );
  };

/** A program that misspells an address must not get a page. */
const unknownRoutes: FastifyPluginAsync = async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
  const answer: RouteHandlerMethod = async (_request, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Brama has no CAS address with this method and path.\n');
  const config = { forServers: true, isDataOnly: true };
  for (const url of ['/cas', '/cas/*'])
    scope.route({ method: ['GET', 'POST'], url, config, handler: answer });
};

export async function registerCasRoutes(server: FastifyInstance, deps: CasDeps) {
  await server.register(browserRoutes(deps));
  await server.register(validationRoutes(deps));
  await server.register(logoutRoutes(deps));
  await server.register(unknownRoutes);
}
