// The open sessions of the signed-in user: lists them and ends them.

import type { SessionsResponse } from '@brama/contract/api/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnChanges } from '../changes/own-changes.ts';
import { fail } from '../errors.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { RevokeUsers } from '../sessions/revocation.ts';
import type { Session } from '../sessions/session.ts';
import { endSessionOfUser } from '../sessions/start.ts';
import type { SessionStore } from '../sessions/store.ts';

type Deps = {
  sessions: SessionStore;
  ownChanges: OwnChanges;
  revokeUsers: RevokeUsers;
  sessionCookie: SessionCookie;
  now: () => number;
};

/** Longer lists are cut; ending all other sessions also ends the hidden ones. */
const maxListed = 20;

export function createOwnSessions(deps: Deps) {
  const { sessions, ownChanges, revokeUsers, sessionCookie, now } = deps;

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
      const session = await sessionCookie.require(request);
      const { userId } = session;
      await ownChanges.run(request, session, 'session', async ({ change, queries }) => {
        if (await endSessionOfUser(queries, userId, uid))
          await change.sessionsEnded([{ uid, userId }], 'by-user');
      });
    },

    /**
     * Ends all sessions of the user but this one, with the access of devices and of applications in those sessions.
     * This session continues with a new secret id, because an attacker may have stolen the old one.
     */
    async endOthers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const session = await sessionCookie.require(request);
      const { userId, uid } = session;
      const renewedId = await ownChanges.run(
        request,
        session,
        'session',
        async ({ change, queries, secretId }) => {
          const ended = await revokeUsers(queries, {
            users: [userId],
            keep: uid,
            scope: 'sign-ins',
            at: now(),
          });
          await change.sessionsEnded(ended, 'by-user');
          return (await sessions.rotate(queries, secretId)) ?? fail('session.required');
        },
      );
      sessionCookie.set(reply, renewedId, session);
    },
  };
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;
