// From verified identity to session: identify, issue a ticket, exchange it. The same for every method.

import type { FastifyRequest } from 'fastify';
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

export function createSignInService({
  db,
  tickets,
  sessions,
  sessionCookie,
  devices,
  methods,
}: SignInServiceDeps): SignInService {
  return {
    async issueTicket(identity, known, attempt) {
      const result = identify(known);
      if ('refused' in result) return result;
      const ticket = await tickets.issue(result.user.id, identity, attempt);
      return ticket === undefined ? { refused: 'used' } : { ticket };
    },
    async startSession(request, reply, ticket) {
      const previous = sessionCookie.secretIdOf(request);
      const started = await db.transaction().execute(async (transaction) => {
        const used = await tickets.consume(transaction, ticket);
        if (!used) return undefined;
        const { signIn, attempt } = used;
        const method = methods.find(({ id }) => id === signIn.method);
        if (attempt !== undefined) await method?.onSessionStarted?.(transaction, attempt);
        const label = labelOf(request.headers['user-agent']);
        const session = await sessions.start(transaction, { ...signIn, label }, previous);
        const mark = await devices.remember(transaction, request, signIn.userId);
        return { ...session, mark };
      });
      if (!started) return false;
      logSignIn(request, started);
      sessionCookie.set(reply, started.secretId);
      started.mark(reply);
      return true;
    },
  };
}
