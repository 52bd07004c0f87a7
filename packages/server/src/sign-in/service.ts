// The sign-in service: turns a verified identity into a ticket and a ticket into a session, for every method alike.

import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Database, Queries } from '../database/connect.ts';
import type { EventStore } from '../events/store.ts';
import { networkOf } from '../http/limits/client-network.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { NotifyUser } from '../pages/emails/account-notices.ts';
import { responseLanguage } from '../pages/language/language.ts';
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
  events: EventStore;
  notifyUser: NotifyUser;
  methods: readonly SignInMethod[];
};

function logSignIn({ log, ip }: FastifyRequest, { session, replaced }: StartedSession) {
  if (replaced !== undefined)
    logSecurityEvent(log, 'session.ended', {
      session: replaced.uid,
      user: replaced.userId,
      reason: 'another-user',
    });
  const { uid, userId: user, method } = session;
  logSecurityEvent(log, 'sign-in.succeeded', {
    user,
    session: uid,
    method,
    network: networkOf(ip),
  });
}

/** Stores the events of a started session in its transaction. */
async function recordSignIn(
  events: EventStore,
  queries: Queries,
  request: FastifyRequest,
  { session, replaced }: StartedSession,
  newBrowser: boolean,
) {
  const { uid: sessionUid, userId, method } = session;
  const origin = eventOriginOf(request);
  const details = { language: responseLanguage(request), newBrowser };
  await events.record(queries, {
    type: 'sign-in.succeeded',
    ...{ userId, sessionUid, method, ...origin, details },
  });
  if (replaced)
    await events.record(queries, {
      type: 'session.ended',
      // another user ended it by signing in
      actor: 'unknown',
      userId: replaced.userId,
      sessionUid: replaced.uid,
      details: { reason: 'another-user' },
    });
}

export function createSignInService(deps: SignInServiceDeps): SignInService {
  const { db, tickets, sessions, sessionCookie, devices, methods, events, notifyUser } = deps;

  /** Uses the ticket and starts the session in one transaction. Returns undefined for an invalid ticket. */
  function exchange(request: FastifyRequest, ticket: string, isSharedComputer: boolean) {
    const previous = sessionCookie.secretIdOf(request);
    return db.transaction().execute(async (transaction) => {
      const used = await tickets.consume(transaction, ticket);
      if (!used) return undefined;
      const { signIn, attempt } = used;
      const method = methods.find(({ id }) => id === signIn.method);
      if (attempt !== undefined) await method?.onSessionStarted?.(transaction, attempt);
      const label = labelOf(request.headers['user-agent']);
      const started = await sessions.start(
        transaction,
        { ...signIn, label, isSharedComputer },
        previous,
      );
      // a shared computer keeps nothing about its users
      const browser = started.session.isSharedComputer
        ? { isNew: true, applyCookie: undefined }
        : await devices.remember(transaction, request, signIn.userId);
      // a renewed session is in a browser that the user has been using
      const isNewBrowser = browser.isNew && !started.isRenewed;
      await recordSignIn(events, transaction, request, started, isNewBrowser);
      return { started, isNewBrowser, applyCookie: browser.applyCookie };
    });
  }

  return {
    async issueTicket(identity, user, options) {
      const result = identify(user);
      if ('refused' in result) return result;
      const ticket = await tickets.issue(result.user.id, identity, options);
      return ticket === undefined ? { refused: 'used' } : { ticket };
    },

    async startSession(request, reply, ticket, isSharedComputer) {
      const result = await exchange(request, ticket, isSharedComputer);
      if (!result) return false;
      const { started, isNewBrowser, applyCookie } = result;
      logSignIn(request, started);
      sessionCookie.set(reply, started.secretId, started.session);
      applyCookie?.(reply);
      if (isNewBrowser) {
        const { uid: sessionUid, userId } = started.session;
        const origin = eventOriginOf(request);
        const about = { userId, sessionUid, language: responseLanguage(request), origin };
        // after the response, so that the user does not wait for it
        reply.raw.once('finish', () => notifyUser('new-browser', about));
      }
      return true;
    },
  };
}
