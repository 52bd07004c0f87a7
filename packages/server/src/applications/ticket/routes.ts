// Routes by which the server of an application resolves a ticket: GET for old clients, POST with HTTP Basic for new ones.

import { ticketAnswer, ticketQuery, ticketRequest } from '@brama/contract/api/ticket';
import { type AppId, normalizeAppId, parseAppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { matchesHash } from '../../crypto/secrets.ts';
import { fail } from '../../errors.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import { typed } from '../../http/server.ts';
import type { Application } from '../application.ts';
import type { ResolveTicket } from './answers.ts';
import { parseBasicCredentials } from './basic.ts';
import { ticketSettings } from './settings.ts';

export type TicketRouteDeps = {
  applicationById(id: AppId): Promise<Application | undefined>;
  answerOf: ResolveTicket;
  requestLimits: Pick<RequestLimits, 'verifySecret'>;
};

/** Compared for an unknown application, so that the response time does not reveal which ids exist. */
const dummySecretHash = 'A'.repeat(43);

export function registerTicketRoutes(server: FastifyInstance, deps: TicketRouteDeps) {
  const applicationWith = (request: FastifyRequest, id: string, secret: string) =>
    deps.requestLimits.verifySecret(request, normalizeAppId(id), () => authenticate(id, secret));

  async function authenticate(id: string, secret: string): Promise<Application> {
    const appId = parseAppId(id);
    const application = appId && (await deps.applicationById(appId));
    const settings = ticketSettings.safeParse(application?.protocol.settings);
    const matches = matchesHash(secret, settings.data?.secretHash ?? dummySecretHash);
    if (application?.protocol.type !== 'ticket' || !settings.success || !matches)
      // logs the id of an existing application only: other values can be anything
      fail(
        'application.credentials-refused',
        application && { facts: { application: application.id } },
      );
    return application;
  }

  const config = { forServers: true };
  typed(server).get(
    paths.ticket,
    { config, schema: { querystring: ticketQuery, response: { 200: ticketAnswer } } },
    async (request) => {
      const { ticketId, appId, appSecret } = request.query;
      return deps.answerOf(ticketId, await applicationWith(request, appId, appSecret));
    },
  );
  typed(server).post(
    paths.ticket,
    {
      config,
      schema: { body: ticketRequest, response: { 200: ticketAnswer } },
      // checks credentials before the body, so that others learn nothing about its form
      async preValidation(request, reply) {
        // required with 401 (RFC 9110 §11.6.1); removed below for other statuses
        reply.header('www-authenticate', 'Basic realm="Brama", charset="UTF-8"');
        if (!parseBasicCredentials(request.headers.authorization))
          fail('application.credentials-refused');
      },
    },
    async (request, reply) => {
      const given = parseBasicCredentials(request.headers.authorization);
      if (!given) fail('application.credentials-refused');
      const application = await applicationWith(request, given.name, given.password);
      reply.removeHeader('www-authenticate');
      return deps.answerOf(request.body.ticketId, application);
    },
  );
}
