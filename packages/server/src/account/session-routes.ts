// Routes of the open sessions of a user. Browsers without JavaScript send forms.

import { endSessionRequest, sessionsAnswer } from '@brama/contract/api/sessions';
import { paths } from '@brama/contract/paths';
import { emptyAnswer } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { typed } from '../http/server.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { rememberedLanguage } from '../pages/language/language.ts';
import { isForm } from './is-form.ts';
import type { OwnSessions } from './own-sessions.ts';

export async function registerSessions(
  server: FastifyInstance,
  sessionCookie: SessionCookie,
  own: OwnSessions,
) {
  typed(server).get(
    paths.sessions,
    { schema: { response: { 200: sessionsAnswer } } },
    async (request, reply) => {
      reply.header('vary', 'cookie');
      return own.list(await sessionCookie.require(request));
    },
  );

  function answer(request: FastifyRequest, reply: FastifyReply) {
    if (!isForm(request)) return {};
    return reply.redirect(`/${rememberedLanguage(request)}/apps`, 303);
  }

  const forms: FastifyPluginAsync = async (scope) => {
    await scope.register(formbody);
    typed(scope).post(
      paths.endSession,
      { schema: { body: endSessionRequest, response: { 200: emptyAnswer } } },
      async (request, reply) => {
        await own.end(request, request.body.session);
        return answer(request, reply);
      },
    );
    typed(scope).post(
      paths.endOtherSessions,
      { schema: { response: { 200: emptyAnswer } } },
      async (request, reply) => {
        await own.endOthers(request, reply);
        return answer(request, reply);
      },
    );
  };
  await server.register(forms);
}
