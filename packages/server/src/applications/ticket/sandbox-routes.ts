// Shows a person what the server of an application would be told of them: the answer to a ticket of the sandbox, to
// the very session it was issued for.

import { sandboxTicketRequest, ticketAnswer } from '@brama/contract/api/ticket';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../errors.ts';
import { typed } from '../../http/server.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Application } from '../application.ts';
import type { TicketAnswerOf } from './answers.ts';

export type SandboxRouteDeps = {
  sessionCookie: Pick<SessionCookie, 'find'>;
  sandbox(): Promise<Application | undefined>;
  answerOf: TicketAnswerOf;
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
      // one refusal for everything: of a ticket that is not theirs nobody learns what is wrong with it
      if (!session || !application) fail('application.ticket-refused');
      return answerOf(request.body.ticketId, application, session.uid);
    },
  );
}
