// Routes that change the favourites of the signed-in user, one application per request. Browsers without JavaScript send
// a form, and continue to the applications page.

import { favoriteRequest } from '@brama/contract/api/favorites';
import type { AppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { isForm } from '../../http/request-kind.ts';
import { typed } from '../../http/server.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { rememberedLanguage } from '../../pages/language/language.ts';
import { hasAccess } from '../access/access.ts';
import type { Application } from '../application.ts';
import type { UserApplications } from './user-applications.ts';

export type FavoriteDeps = {
  sessionCookie: SessionCookie;
  userApplications: UserApplications;
  applicationById(id: AppId): Promise<Application | undefined>;
};

const schema = { body: favoriteRequest, response: { 200: emptyResponse } };

function done(request: FastifyRequest, reply: FastifyReply, applicationId: string) {
  const address = `/${rememberedLanguage(request)}/apps#${applicationId}`;
  return isForm(request) ? reply.redirect(address, 303) : {};
}

export async function registerFavorites(server: FastifyInstance, deps: FavoriteDeps) {
  const { sessionCookie, userApplications, applicationById } = deps;
  const actions: FastifyPluginAsync = async (scope) => {
    await scope.register(formbody);

    typed(scope).post(paths.addFavorite, { schema }, async (request, reply) => {
      const { user } = (await sessionCookie.signedIn(request)) ?? fail('session.required');
      const { application: id } = request.body;
      const application = id && (await applicationById(id));
      // the same response, so that the request cannot be used to find other applications
      if (!application || !hasAccess(user, application)) return fail('request.not-found');
      await userApplications.addFavorite({ userId: user.id, applicationId: application.id });
      return done(request, reply, application.id);
    });

    // needs no access: a user may remove what is no longer listed
    typed(scope).post(paths.removeFavorite, { schema }, async (request, reply) => {
      const { userId } = await sessionCookie.require(request);
      const { application: applicationId } = request.body;
      if (!applicationId) return fail('request.not-found');
      await userApplications.removeFavorite({ userId, applicationId });
      return done(request, reply, applicationId);
    });
  };
  await server.register(actions);
}
