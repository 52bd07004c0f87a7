// Creates the administration API.

import { openApiPath } from '@brama/contract/admin/routes';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/connect.ts';
import type { EventStore } from '../../events/store.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { openApiDocument } from './openapi.ts';
import { registerAdminApi } from './register.ts';
import { createSelfHandlers } from './self.ts';
import { createUserHandlers } from './users/users.ts';

type Context = {
  db: Database;
  events: Pick<EventStore, 'record'>;
  sessionCookie: Pick<SessionCookie, 'signedIn' | 'cookieName'>;
};

export function composeAdminApi(server: FastifyInstance, context: Context): Promise<void> {
  const { db, sessionCookie } = context;
  let document: string | undefined;
  server.get(openApiPath, (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(sessionCookie.cookieName));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  const handlers = { ...createSelfHandlers(), ...createUserHandlers(context) };
  return registerAdminApi(server, { db, sessionCookie, handlers });
}
