// Shows users the data that the server of an application would receive. Resolves a ticket of the sandbox for the
// session that received it.

import { sandboxTicketRequest, ticketAnswer } from '@brama/contract/api/ticket';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../errors.ts';
import { typed } from '../../http/server.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Application } from '../application.ts';
import type { ResolveTicket } from './answers.ts';

export type SandboxRouteDeps = {
  sessionCookie: Pick<SessionCookie, 'find'>;
  sandbox(): Promise<Application | undefined>;
  answerOf: ResolveTicket;
};

export function registerSandboxRoutes(
  server: FastifyInstance,
  { sessionCookie, sandbox, answerOf }: SandboxRouteDeps,
) {
  typed(server).post(
    paths.sandboxTicket,
    { schema: { body: sandboxTicketRequest, response: { 200: ticketAnswer } } },
    async (request) => {
      const [session, application] = await Promise.all([sessionCookie.find(request), sandbox()]);
      // one error for all cases, so that it reveals nothing about tickets of other users
      if (!session || !application) fail('application.ticket-refused');
      return answerOf(request.body.ticketId, application, session.uid);
    },
  );
}
