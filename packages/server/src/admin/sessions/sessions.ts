// Lists and ends sessions of users.

import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { endSessionOfUser } from '../../sessions/start.ts';
import type { OpenSession, SessionStore } from '../../sessions/store.ts';
import { checkMayActOn } from '../../users/roles/may-act-on.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { Handlers } from '../handler.ts';
import { isoTime } from '../times.ts';

export type SessionDeps = {
  sessions: SessionStore;
  revokeUsers: RevokeUsers;
  now: () => number;
};

const shown = (session: OpenSession) => ({
  id: session.uid,
  method: session.method,
  browser: session.browser,
  system: session.system,
  sharedComputer: session.isSharedComputer,
  createdAt: isoTime(session.createdAt),
  authenticatedAt: isoTime(session.verifiedAt),
  lastUsedAt: isoTime(session.seenAt),
  expiresAt: isoTime(session.expiresAt),
});

/** @throws `admin.not-found` */
async function checkExists(queries: Queries, userId: string) {
  const user = queries.selectFrom('users').select('id').where('id', '=', userId);
  if (!(await user.executeTakeFirst())) fail('admin.not-found');
}

const reason = 'by-administrator';

export function createSessionHandlers({
  sessions,
  revokeUsers,
  now,
}: SessionDeps): Handlers<'listSessions' | 'endSession' | 'endSessions'> {
  return {
    async listSessions({ params: { id: userId }, queries, record }) {
      await checkExists(queries, userId);
      await record({ type: 'user.viewed', userId, details: { how: 'sessions' } });
      return { items: (await sessions.listOpen(userId)).map(shown) };
    },

    async endSession({ actor, params, queries, sessionsEnded }) {
      const { id: userId, sessionId: uid } = params;
      await checkMayActOn(queries, actor, userId);
      if (!(await endSessionOfUser(queries, userId, uid))) fail('admin.not-found');
      await sessionsEnded([{ uid, userId }], reason);
    },

    async endSessions({ actor, params, queries, sessionsEnded }) {
      const { id: userId } = params;
      if (!(await lockUser(queries, userId))) fail('admin.not-found');
      await checkMayActOn(queries, actor, userId);
      const ended = await revokeUsers(queries, { users: [userId], scope: 'sign-ins', at: now() });
      await sessionsEnded(ended, reason, { always: userId });
    },
  };
}
