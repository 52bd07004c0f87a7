// How an application's server resolves a ticket: GET as old clients do, POST with HTTP Basic for new ones.

import { paths } from '@brama/contract/paths';
import {
  type TicketAnswer,
  ticketAnswer,
  ticketQuery,
  ticketRequest,
} from '@brama/contract/ticket';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../errors.ts';
import { typed } from '../../http/server.ts';
import { matchesHash } from '../../secrets.ts';
import type { User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import { basicCredentials } from './basic.ts';
import { ticketSettings } from './settings.ts';
import type { TicketStore } from './store.ts';

export type TicketRouteNeeds = {
  tickets: TicketStore;
  applicationById(id: string): Promise<Application | undefined>;
  userById(id: string): Promise<User | undefined>;
  /** The tax number a living session was opened with, if any. */
  taxIdOf(sessionUid: string): Promise<string | undefined>;
};

/** Compared with when the application is unknown, so that ids cannot be told by the time. */
const nobodysHash = 'A'.repeat(43);

export function registerTicketRoutes(server: FastifyInstance, needs: TicketRouteNeeds) {
  async function applicationWith(id: string, secret: string): Promise<Application> {
    const application = await needs.applicationById(id);
    const settings = ticketSettings.safeParse(application?.protocol.settings);
    const matches = matchesHash(secret, settings.data?.secretHash ?? nobodysHash);
    if (application?.protocol.type !== 'ticket' || !settings.success || !matches)
      fail('application.credentials-refused');
    return application;
  }

  /** Held only by a session that Diia opened, and given only where the application's record says so. */
  async function taxIdFor({ releases }: Application, sessionUid: string): Promise<string> {
    if (!releases.includes('taxId')) return '';
    return (await needs.taxIdOf(sessionUid)) ?? '';
  }

  async function resolve(ticketId: string, application: Application): Promise<TicketAnswer> {
    const ticket = await needs.tickets.read(ticketId, application.id);
    const user = ticket && (await needs.userById(ticket.userId));
    if (!ticket || !user) fail('application.ticket-refused');
    return {
      id: ticketId,
      created: new Date(ticket.createdAt).toISOString(),
      applicationId: application.id,
      traceId: ticket.traceId,
      data: {
        STUDENT_ID: user.studentId ?? '',
        EMPLOYEE_ID: user.employeeId ?? '',
        AUTH_METHOD: ticket.method.toUpperCase(),
        TAX_ID: await taxIdFor(application, ticket.sessionUid),
        NAME: user.fullName,
        TRACE_ID: ticket.traceId,
        TIME_STAMP: new Date(ticket.signedInAt).toISOString(),
      },
    };
  }

  const config = { forServers: true };
  typed(server).get(
    paths.ticket,
    { config, schema: { querystring: ticketQuery, response: { 200: ticketAnswer } } },
    async ({ query }) => {
      return resolve(query.ticketId, await applicationWith(query.appId, query.appSecret));
    },
  );
  typed(server).post(
    paths.ticket,
    {
      config,
      schema: { body: ticketRequest, response: { 200: ticketAnswer } },
      // credentials before the body: who may not ask learns nothing of the form
      async preValidation(request, reply) {
        // a 401 tells how to ask (RFC 9110 §11.6.1); taken off again where it is none
        reply.header('www-authenticate', 'Basic realm="Brama", charset="UTF-8"');
        if (!basicCredentials(request.headers.authorization))
          fail('application.credentials-refused');
      },
    },
    async ({ body, headers }, reply) => {
      const given = basicCredentials(headers.authorization);
      if (!given) fail('application.credentials-refused');
      const application = await applicationWith(given.name, given.password);
      reply.removeHeader('www-authenticate');
      return resolve(body.ticketId, application);
    },
  );
}
