// Routes of the connected apps of a user: list and disconnect. Browsers without JavaScript disconnect with a form.

import {
  type AccessAnswer,
  accessAnswer,
  endAccessRequest,
} from '@brama/contract/api/connected-apps';
import { type Language, paths } from '@brama/contract/paths';
import { emptyAnswer } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { typed } from '../http/server.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { acceptedLanguage, rememberedLanguage } from '../pages/language/language.ts';
import { isForm } from './is-form.ts';

export type ConnectedAppsDeps = {
  sessionCookie: SessionCookie;
  listConnectedApps(userId: string, language: Language): Promise<AccessAnswer['applications']>;
  disconnectApp(userId: string, applicationId: string): Promise<void>;
};

export async function registerConnectedApps(server: FastifyInstance, deps: ConnectedAppsDeps) {
  typed(server).get(
    paths.access,
    { schema: { response: { 200: accessAnswer } } },
    async (request, reply) => {
      reply.header('vary', 'accept-language, cookie');
      const { userId } = await deps.sessionCookie.require(request);
      return { applications: await deps.listConnectedApps(userId, acceptedLanguage(request)) };
    },
  );

  const forms: FastifyPluginAsync = async (scope) => {
    await scope.register(formbody);
    typed(scope).post(
      paths.endAccess,
      { schema: { body: endAccessRequest, response: { 200: emptyAnswer } } },
      async (request, reply) => {
        const { userId } = await deps.sessionCookie.require(request);
        const { application } = request.body;
        if (application) await deps.disconnectApp(userId, application);
        if (!isForm(request)) return {};
        return reply.redirect(`/${rememberedLanguage(request)}/apps`, 303);
      },
    );
  };
  await server.register(forms);
}
