// Registers the routes of the administration API: who calls, whether the caller may, and which handler answers.

import { extentOf } from '@brama/contract/admin/permissions';
import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Database } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { rolesOf } from '../roles/role-store.ts';
import type { Actor, Call, Handlers } from './handler.ts';
import { sendProblem } from './problem.ts';

type Deps = {
  db: Database;
  sessionCookie: Pick<SessionCookie, 'signedIn'>;
  handlers: Handlers;
};

/** @throws `session.required`; `admin.forbidden` for a user without a role. */
async function findActor({ db, sessionCookie }: Deps, request: FastifyRequest): Promise<Actor> {
  const { user, session } = (await sessionCookie.signedIn(request)) ?? fail('session.required');
  const roles = await rolesOf(db, user.id);
  return roles.length > 0 ? { user, session, roles } : fail('admin.forbidden');
}

function registerRoute(server: FastifyInstance, deps: Deps, id: AdminRouteId) {
  const route: AdminRoute = adminRoutes[id];
  const handle = deps.handlers[id] as (call: Call) => Promise<unknown>;
  server.route({
    method: route.method,
    url: route.path,
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      response: { 200: route.response },
    },
    // before the input is checked, so that others learn nothing from it
    onRequest: async (request) => {
      const actor = await findActor(deps, request);
      if (route.permission !== null && !extentOf(route.permission, actor.roles))
        fail('admin.forbidden');
      request.adminActor = actor;
    },
    handler: (request, reply) => {
      const { params, query, body, adminActor } = request;
      const actor = adminActor ?? fail('session.required');
      return handle({ actor, params, query, body, request, reply } as Call);
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the administration API. */
    adminActor: Actor | undefined;
  }
}

export async function registerAdminApi(server: FastifyInstance, deps: Deps): Promise<void> {
  const routes: FastifyPluginAsync = async (scope) => {
    scope.decorateRequest('adminActor', undefined);
    scope.setErrorHandler(sendProblem);
    for (const id of Object.keys(adminRoutes) as AdminRouteId[]) registerRoute(scope, deps, id);
  };
  await server.register(routes);
}
