// The open sessions of the signed-in user: lists them and ends them.

import type { SessionsResponse } from '@brama/contract/api/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Database, Queries } from '../database/connect.ts';
import { fail } from '../errors.ts';
import type { EventStore } from '../events/store.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { RevokeUsers } from '../sessions/revocation.ts';
import type { Session } from '../sessions/session.ts';
import { endSessionOfUser } from '../sessions/start.ts';
import type { SessionStore } from '../sessions/store.ts';

type Deps = {
  db: Database;
  events: Pick<EventStore, 'record'>;
  sessions: Pick<SessionStore, 'listOpen' | 'rotate'>;
  revokeUsers: RevokeUsers;
  sessionCookie: SessionCookie;
  now: () => number;
};

/** Longer lists are cut; ending all other sessions also ends the hidden ones. */
const maxListed = 20;

function logEnded(request: FastifyRequest, user: string, session: string) {
  logSecurityEvent(request.log, 'session.ended', { session, user, reason: 'by-user' });
}

export function createOwnSessions(deps: Deps) {
  const { db, events, sessions, revokeUsers, sessionCookie, now } = deps;

  /** Stores that the user has ended sessions; `sessions` is their number. */
  function record(
    queries: Queries,
    request: FastifyRequest,
    userId: string,
    ended: readonly string[],
  ) {
    const sessionUid = ended.length === 1 ? ended[0] : undefined;
    const details = { reason: 'by-user', sessions: ended.length };
    const origin = eventOriginOf(request);
    return events.record(queries, {
      type: 'session.ended',
      ...{ userId, sessionUid, ...origin, details },
    });
  }

  return {
    /** Lists the given session first. */
    async list({ uid: own, userId }: Session): Promise<SessionsResponse> {
      const open = await sessions.listOpen(userId);
      const listed = open
        .toSorted((one, other) => Number(other.uid === own) - Number(one.uid === own))
        .slice(0, maxListed)
        .map(({ uid, browser, system, method, verifiedAt, seenAt, isSharedComputer }) => ({
          id: uid,
          current: uid === own,
          browser,
          system,
          method,
          sharedComputer: isSharedComputer,
          since: new Date(verifiedAt).toISOString(),
          lastUsed: new Date(seenAt).toISOString(),
        }));
      return { sessions: listed, more: open.length - listed.length };
    },

    /** Does nothing if the user has no such session. */
    async end(request: FastifyRequest, uid: string): Promise<void> {
      const { userId } = await sessionCookie.require(request);
      const isEnded = await db.transaction().execute(async (transaction) => {
        if (!(await endSessionOfUser(transaction, userId, uid))) return false;
        await record(transaction, request, userId, [uid]);
        return true;
      });
      if (isEnded) logEnded(request, userId, uid);
    },

    /**
     * Ends all sessions of the user but this one, with the access of devices and of applications in those sessions.
     * This session continues with a new secret id, because an attacker may have stolen the old one.
     */
    async endOthers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const secretId = sessionCookie.secretIdOf(request) ?? fail('session.required');
      const session = await sessionCookie.require(request);
      const { userId, uid } = session;
      const { fresh, ended } = await db.transaction().execute(async (transaction) => {
        const ended = await revokeUsers(transaction, {
          users: [userId],
          keep: uid,
          scope: 'sign-ins',
          at: now(),
        });
        const fresh = (await sessions.rotate(transaction, secretId)) ?? fail('session.required');
        const uids = ended.map((one) => one.uid);
        if (uids.length > 0) await record(transaction, request, userId, uids);
        return { fresh, ended };
      });
      sessionCookie.set(reply, fresh, session);
      for (const one of ended) logEnded(request, userId, one.uid);
    },
  };
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;
