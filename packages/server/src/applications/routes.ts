// `/api/app-redirect`: hands a signed-in user over to an application.

import { carriedQuery } from '@brama/contract/carried';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rawQuery } from '../http/address.ts';
import { rememberedLanguage } from '../http/language.ts';
import type { Visitors } from '../http/visitor.ts';
import type { User } from '../users/user.ts';
import { mayOpen } from './access.ts';
import type { Application } from './application.ts';
import type { Protocol } from './protocol.ts';

export type ApplicationRouteNeeds = {
  visitors: Visitors;
  protocols: ReadonlyMap<string, Protocol>;
  applicationById(id: string): Promise<Application | undefined>;
  userById(id: string): Promise<User | undefined>;
};

/** One value of a query parameter; repeated or missing ones count as absent. */
function parameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function registerApplications(server: FastifyInstance, needs: ApplicationRouteNeeds) {
  async function applicationFor(user: User, id: string) {
    const application = await needs.applicationById(id);
    return application && mayOpen(user, application) ? application : undefined;
  }

  server.get(paths.appRedirect, async (request, reply) => {
    const language = rememberedLanguage(request);
    // the next address carries a ticket: it must reach no Referer
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const session = await needs.visitors.find(request);
    const user = session && (await needs.userById(session.userId));
    if (!session || !user)
      return reply.redirect(`/${language}/${carriedQuery(rawQuery(request))}`, 302);
    const application = await applicationFor(user, parameter(request, 'appId') ?? '');
    const protocol = application && needs.protocols.get(application.protocol.type);
    if (!protocol)
      return reply.redirect(`/${language}/apps${carriedQuery(rawQuery(request))}`, 302);
    const address = await protocol.open({
      application,
      session,
      state: parameter(request, 'state'),
      traceId: request.id,
    });
    return reply.redirect(address, 302);
  });

  for (const protocol of needs.protocols.values()) protocol.register?.(server);
}
