// The sign-in service: turns a verified identity into a ticket and a ticket into a session, for every method alike.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Database } from '../database/connect.ts';
import { networkOf } from '../http/limits/client-network.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { labelOf } from '../sessions/browser-label.ts';
import type { SessionStore, StartedSession } from '../sessions/store.ts';
import { identify } from '../users/match-identity.ts';
import type { SignInMethod, SignInService } from './method.ts';
import type { SignInTickets } from './ticket-store.ts';
import type { TrustedDevices } from './trusted-devices.ts';

export type SignInServiceDeps = {
  db: Database;
  tickets: SignInTickets;
  sessions: SessionStore;
  sessionCookie: SessionCookie;
  devices: Pick<TrustedDevices, 'remember'>;
  methods: readonly SignInMethod[];
};

function logSignIn({ log, ip }: FastifyRequest, { session, replaced }: StartedSession) {
  if (replaced !== undefined)
    logSecurityEvent(log, 'session.ended', { session: replaced, reason: 'another-user' });
  const { uid, userId: user, method } = session;
  logSecurityEvent(log, 'sign-in.succeeded', {
    user,
    session: uid,
    method,
    network: networkOf(ip),
  });
}

export function createSignInService(deps: SignInServiceDeps): SignInService {
  const { db, tickets, sessions, sessionCookie, devices, methods } = deps;

  /** Uses the ticket and starts the session in one transaction. Returns undefined for an invalid ticket. */
  function exchange(request: FastifyRequest, ticket: string) {
    const previous = sessionCookie.secretIdOf(request);
    return db.transaction().execute(async (transaction) => {
      const used = await tickets.consume(transaction, ticket);
      if (!used) return undefined;
      const { signIn, attempt } = used;
      const method = methods.find(({ id }) => id === signIn.method);
      if (attempt !== undefined) await method?.onSessionStarted?.(transaction, attempt);
      const label = labelOf(request.headers['user-agent']);
      const started = await sessions.start(transaction, { ...signIn, label }, previous);
      const applyCookie = await devices.remember(transaction, request, signIn.userId);
      return { started, applyCookie };
    });
  }

  return {
    async issueTicket(identity, user, options) {
      const result = identify(user);
      if ('refused' in result) return result;
      const ticket = await tickets.issue(result.user.id, identity, options);
      return ticket === undefined ? { refused: 'used' } : { ticket };
    },

    async startSession(request: FastifyRequest, reply: FastifyReply, ticket: string) {
      const result = await exchange(request, ticket);
      if (!result) return false;
      logSignIn(request, result.started);
      sessionCookie.set(reply, result.started.secretId);
      result.applyCookie(reply);
      return true;
    },
  };
}
