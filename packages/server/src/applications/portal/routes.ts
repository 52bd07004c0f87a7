// Routes that change the favourites of the signed-in user, one application per request. Browsers without JavaScript send
// a form, and continue to the applications page.

import { favoriteRequest } from '@brama/contract/api/favorites';
import type { AppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../errors.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { formOrCall, registerActs } from '../../pages/form-or-call.ts';
import { hasAccess } from '../access/access.ts';
import type { Application } from '../application.ts';
import type { UserApplications } from './user-applications.ts';

export type FavoriteDeps = {
  sessionCookie: SessionCookie;
  userApplications: UserApplications;
  applicationById(id: AppId): Promise<Application | undefined>;
};

const nextOf = (_: unknown, applicationId: string) => `apps#${applicationId}`;

export const registerFavorites = (server: FastifyInstance, deps: FavoriteDeps) =>
  registerActs(server, [
    formOrCall({
      path: paths.addFavorite,
      body: favoriteRequest,
      async act({ request }, { application: id }) {
        const { user } = (await deps.sessionCookie.signedIn(request)) ?? fail('session.required');
        const application = id && (await deps.applicationById(id));
        // the same response, so that the request cannot be used to find other applications
        if (!application || !hasAccess(user, application)) return fail('request.not-found');
        const favorite = { userId: user.id, applicationId: application.id };
        await deps.userApplications.addFavorite(favorite);
        return application.id;
      },
      next: nextOf,
    }),
    // needs no access: a user may remove what is no longer listed
    formOrCall({
      path: paths.removeFavorite,
      body: favoriteRequest,
      async act({ request }, { application: applicationId }) {
        const { userId } = await deps.sessionCookie.require(request);
        if (!applicationId) return fail('request.not-found');
        await deps.userApplications.removeFavorite({ userId, applicationId });
        return applicationId;
      },
      next: nextOf,
    }),
  ]);
