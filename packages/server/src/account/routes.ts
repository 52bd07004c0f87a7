// Routes of the signed-in user: user data, session check and sign-out.

import { type ApplicationAnswer, sessionAnswer, userAnswer } from '@brama/contract/api/user';
import { signedOutQuery } from '@brama/contract/pages/login-page';
import { type Language, paths } from '@brama/contract/paths';
import { signOutAnswer } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { typed } from '../http/server.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { acceptedLanguage, rememberedLanguage } from '../pages/language/language.ts';
import type { User } from '../users/user.ts';
import { isForm } from './is-form.ts';
import { userData } from './user-data.ts';

export type AccountDeps = {
  sessionCookie: SessionCookie;
  userById(id: string): Promise<User | undefined>;
  /** Returns the applications that the user may open, in this language. */
  listApplications(user: User, language: Language): Promise<ApplicationAnswer[]>;
  /** Ends the session of this browser. Returns the applications that were not notified in time. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<{ name: string }[]>;
};

export async function registerAccount(server: FastifyInstance, deps: AccountDeps) {
  for (const path of [paths.user, paths.userAlias])
    typed(server).get(
      path,
      { schema: { response: { 200: userAnswer } } },
      async (request, reply) => {
        reply.header('vary', 'accept-language, cookie');
        const session = await deps.sessionCookie.require(request);
        const user = (await deps.userById(session.userId)) ?? fail('session.required');
        return {
          userHash: deps.sessionCookie.userHashOf(user.id),
          fullName: user.fullName,
          data: userData(user),
          applications: await deps.listApplications(user, acceptedLanguage(request)),
        };
      },
    );

  typed(server).get(
    paths.session,
    { schema: { response: { 200: sessionAnswer } } },
    async (request, reply) => {
      reply.header('vary', 'cookie');
      const { userId } = await deps.sessionCookie.require(request);
      return { userHash: deps.sessionCookie.userHashOf(userId) };
    },
  );

  async function signOut(request: FastifyRequest, reply: FastifyReply) {
    const untold = (await deps.signOut(request, reply)).map(({ name }) => name);
    if (!isForm(request)) return { untold };
    const home = `/${rememberedLanguage(request)}/`;
    return reply.redirect(home + signedOutQuery(untold), 303);
  }

  const forms: FastifyPluginAsync = async (scope) => {
    // browsers without JavaScript send an empty form
    await scope.register(formbody);
    typed(scope).post(paths.signOut, { schema: { response: { 200: signOutAnswer } } }, signOut);
  };
  await server.register(forms);
}
