// Routes by which the server of an application resolves a ticket: GET for old clients, POST with HTTP Basic for new ones.
// A third route shows users of the sandbox the data that such a server would receive.

import {
  sandboxTicketRequest,
  type TicketResponse,
  ticketQuery,
  ticketRequest,
  ticketResponse,
} from '@brama/contract/api/ticket';
import { normalizeAppId, parseAppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import { typed } from '../../http/server.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import type { Refusal } from '../diagnostics/activity.ts';
import type { ProtocolContext } from '../protocol.ts';
import { matchSecret } from '../secrets/client-secret.ts';
import { ticketSettings } from './settings.ts';
import type { TicketStore } from './store.ts';

type TicketDeps = {
  tickets: TicketStore;
  stores: ProtocolContext['stores'];
  events: Pick<ProtocolContext['events'], 'counter'>;
  activity: ProtocolContext['activity'];
  sessionCookie: SessionCookie;
  requestLimits: RequestLimits;
  now: () => number;
};

const ticketRefused: Refusal = {
  request: 'ticket request',
  error: 'application.ticket-refused',
};

const credentialsRefused = (match: ReturnType<typeof matchSecret>): Refusal => ({
  request: 'ticket request',
  error: 'application.credentials-refused',
  reason: match?.isExpired ? 'secret-expired' : 'secret-unknown',
});

/** Only sessions started with Diia have a tax number, and only applications whose record releases it receive it. */
async function taxIdFor(deps: TicketDeps, { releases }: Application, sessionUid: string) {
  return (releases.includes('taxId') && (await deps.stores.sessions.taxIdOf(sessionUid))) || '';
}

/** Returns what every ticket says about the user. */
export const userDataOf = ({ studentId, employeeId, fullName }: User) => ({
  STUDENT_ID: studentId ?? '',
  EMPLOYEE_ID: employeeId ?? '',
  NAME: fullName,
});

/**
 * Returns the data of the user of a ticket. With `sessionUid` only tickets of that session are valid.
 * @throws `application.ticket-refused`
 */
async function resolveTicket(
  deps: TicketDeps,
  ticketId: string,
  application: Application,
  sessionUid?: string,
): Promise<TicketResponse> {
  const ticket = await deps.tickets.read(ticketId, application.id, sessionUid);
  const applicationId = application.id;
  if (!ticket) {
    if (sessionUid === undefined) deps.activity.refused(applicationId, ticketRefused);
    fail('application.ticket-refused');
  }
  const { user } = ticket;
  const release = { type: 'data.released', actor: 'application', applicationId } as const;
  // with a session the user looks at the own data
  if (sessionUid === undefined) {
    deps.events.counter.count({ ...release, userId: user.id });
    deps.activity.signedIn(applicationId);
  }
  return {
    id: ticketId,
    created: new Date(ticket.createdAt).toISOString(),
    applicationId,
    traceId: ticket.traceId,
    data: {
      ...userDataOf(user),
      AUTH_METHOD: ticket.method.toUpperCase(),
      TAX_ID: await taxIdFor(deps, application, ticket.sessionUid),
      TRACE_ID: ticket.traceId,
      TIME_STAMP: new Date(ticket.signedInAt).toISOString(),
    },
  };
}

/**
 * Returns name and password of an Authorization header with HTTP Basic (RFC 7617 §2); undefined for another header. The
 * password may have colons.
 */
export function parseBasicCredentials(header: string | undefined) {
  const match = /^basic +([A-Za-z0-9+/=]{1,4096}) *$/i.exec(header ?? '');
  if (!match?.[1]) return undefined;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

export function registerTicketRoutes(server: FastifyInstance, deps: TicketDeps) {
  const applicationWith = (request: FastifyRequest, id: string, secret: string) =>
    deps.requestLimits.verifySecret(request, normalizeAppId(id), () => authenticate(id, secret));

  async function authenticate(id: string, secret: string): Promise<Application> {
    const appId = parseAppId(id);
    const application = appId && (await deps.stores.applications.byId(appId));
    const settings = ticketSettings.safeParse(application?.protocol.settings);
    const settingsHash = settings.data?.secretHash;
    const secrets = application?.secrets ?? [];
    const match = matchSecret({ settingsHash, secrets }, [secret], deps.now());
    const isTicket = application?.protocol.type === 'ticket' && settings.success;
    if (isTicket && match && !match.isExpired) {
      deps.activity.secretUsed(application.id, match.secretId);
      return application;
    }
    if (isTicket) deps.activity.refused(application.id, credentialsRefused(match));
    // logs the id of an existing application only: other values can be anything
    return fail(
      'application.credentials-refused',
      application && { facts: { application: application.id } },
    );
  }

  const config: FastifyContextConfig = { forServers: true };
  typed(server).get(
    paths.ticket,
    { config, schema: { querystring: ticketQuery, response: { 200: ticketResponse } } },
    async (request) => {
      const { ticketId, appId, appSecret } = request.query;
      return resolveTicket(deps, ticketId, await applicationWith(request, appId, appSecret));
    },
  );
  typed(server).post(
    paths.ticket,
    {
      config,
      schema: { body: ticketRequest, response: { 200: ticketResponse } },
      // checks credentials before the body, so that an unauthenticated client gets no error about its form
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
      return resolveTicket(deps, request.body.ticketId, application);
    },
  );
  typed(server).post(
    paths.sandboxTicket,
    { schema: { body: sandboxTicketRequest, response: { 200: ticketResponse } } },
    async (request) => {
      const [session, application] = await Promise.all([
        deps.sessionCookie.find(request),
        deps.stores.applications.sandbox(),
      ]);
      // one error for all cases, so that it reveals nothing about tickets of other users
      if (!session || !application) fail('application.ticket-refused');
      return resolveTicket(deps, request.body.ticketId, application, session.uid);
    },
  );
}
