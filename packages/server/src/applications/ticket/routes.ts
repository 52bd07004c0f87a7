// How an application's server resolves a ticket: GET as old clients do, POST with HTTP Basic for new ones.

import { ticketAnswer, ticketQuery, ticketRequest } from '@brama/contract/api/ticket';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { matchesHash } from '../../crypto/secrets.ts';
import { fail } from '../../errors.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import { typed } from '../../http/server.ts';
import type { Application } from '../application.ts';
import type { TicketAnswerOf } from './answers.ts';
import { basicCredentials } from './basic.ts';
import { ticketSettings } from './settings.ts';

export type TicketRouteDeps = {
  applicationById(id: string): Promise<Application | undefined>;
  answerOf: TicketAnswerOf;
  requestLimits: Pick<RequestLimits, 'verifySecret'>;
};

/** Compared with when the application is unknown, so that ids cannot be told by the time. */
const dummySecretHash = 'A'.repeat(43);

export function registerTicketRoutes(server: FastifyInstance, deps: TicketRouteDeps) {
  const applicationWith = (request: FastifyRequest, id: string, secret: string) =>
    deps.requestLimits.verifySecret(request, id.toLowerCase(), () => judgedBy(id, secret));

  async function judgedBy(id: string, secret: string): Promise<Application> {
    const application = await deps.applicationById(id);
    const settings = ticketSettings.safeParse(application?.protocol.settings);
    const matches = matchesHash(secret, settings.data?.secretHash ?? dummySecretHash);
    if (application?.protocol.type !== 'ticket' || !settings.success || !matches)
      // the id only where we have such an application: what strangers type is theirs
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
      // credentials before the body: who may not ask learns nothing of the form
      async preValidation(request, reply) {
        // a 401 tells how to ask (RFC 9110 §11.6.1); taken off again where it is none
        reply.header('www-authenticate', 'Basic realm="Brama", charset="UTF-8"');
        if (!basicCredentials(request.headers.authorization))
          fail('application.credentials-refused');
      },
    },
    async (request, reply) => {
      const given = basicCredentials(request.headers.authorization);
      if (!given) fail('application.credentials-refused');
      const application = await applicationWith(request, given.name, given.password);
      reply.removeHeader('www-authenticate');
      return deps.answerOf(request.body.ticketId, application);
    },
  );
}
