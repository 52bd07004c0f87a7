// Lists the live sessions of a user, for the user and for administrators.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Database } from '../database/connect.ts';
import type { BrowserLabel } from './browser-label.ts';
import { isAlive, type Session, type SessionLifetimes } from './session.ts';

export type OpenSession = Session & BrowserLabel;

type Deps = { lifetimes: SessionLifetimes; now: () => number };

export function createOpenSessions(db: Database, { lifetimes, now }: Deps) {
  return {
    /** Sorted by last use, newest first. Does not count as use. */
    async list(userId: string): Promise<OpenSession[]> {
      const rows = await db
        .selectFrom('sessions')
        .select(['uid', 'method', 'verified_at', 'created_at', 'seen_at', 'expires_at'])
        .select(['browser', 'system'])
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .orderBy('uid')
        .execute();
      const sessions = rows.map((row) => ({
        uid: row.uid,
        userId,
        method: row.method as MethodId,
        verifiedAt: row.verified_at,
        createdAt: row.created_at,
        seenAt: row.seen_at,
        expiresAt: row.expires_at,
        browser: row.browser,
        system: row.system,
      }));
      return sessions.filter((session) => isAlive(session, now(), lifetimes));
    },
  };
}

export type OpenSessions = ReturnType<typeof createOpenSessions>;
