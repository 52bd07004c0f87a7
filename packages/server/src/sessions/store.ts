// The one record of every session: portal, protocols and sign-out all read it. Only the hash of the
// secret id is stored.

import { randomUUID } from 'node:crypto';
import type { MethodId } from '@brama/contract/login-page';
import type { Database, Queries } from '../database/connect.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { isAlive, needsTouch, type Session, type SessionLifetimes } from './session.ts';

export type StartedSession = { secretId: string; session: Session };

export function createSessionStore(db: Database, lifetimes: SessionLifetimes, now: () => number) {
  return {
    /** Starts a session for a user, within the caller's transaction. Always a fresh id. */
    async start(queries: Queries, userId: string, method: MethodId): Promise<StartedSession> {
      const secretId = newSecret();
      const createdAt = now();
      const session: Session = {
        uid: randomUUID(),
        userId,
        method,
        createdAt,
        seenAt: createdAt,
        expiresAt: createdAt + lifetimes.absoluteSeconds * 1000,
      };
      await queries
        .insertInto('sessions')
        .values({
          uid: session.uid,
          id_hash: hashSecret(secretId),
          user_id: userId,
          method,
          created_at: createdAt,
          seen_at: createdAt,
          expires_at: session.expiresAt,
        })
        .execute();
      return { secretId, session };
    },

    /** The living session with this secret id; none once its user is disabled. Notes its use. */
    async find(secretId: string): Promise<Session | undefined> {
      const row = await db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select(['s.uid', 's.user_id', 's.method', 's.created_at', 's.seen_at', 's.expires_at'])
        .where('s.id_hash', '=', hashSecret(secretId))
        .where('u.disabled', '=', 0)
        .executeTakeFirst();
      if (!row) return undefined;
      const session: Session = {
        uid: row.uid,
        userId: row.user_id,
        method: row.method as MethodId,
        createdAt: row.created_at,
        seenAt: row.seen_at,
        expiresAt: row.expires_at,
      };
      const at = now();
      if (!isAlive(session, at, lifetimes)) return undefined;
      if (needsTouch(session, at, lifetimes))
        await db
          .updateTable('sessions')
          .set({ seen_at: at })
          .where('uid', '=', session.uid)
          .where('seen_at', '<', at)
          .execute();
      return session;
    },

    /** Ends the session with this secret id; tells its uid if there was one. */
    async end(queries: Queries, secretId: string): Promise<string | undefined> {
      const row = await queries
        .deleteFrom('sessions')
        .where('id_hash', '=', hashSecret(secretId))
        .returning('uid')
        .executeTakeFirst();
      return row?.uid;
    },

    /** Deletes up to `most` sessions that are over. Returns how many. */
    async sweep(most: number): Promise<number> {
      const at = now();
      const result = await db
        .deleteFrom('sessions')
        .where('uid', 'in', (q) =>
          q
            .selectFrom('sessions')
            .select('uid')
            .where((or) =>
              or.or([
                or('expires_at', '<=', at),
                or('seen_at', '<=', at - lifetimes.idleSeconds * 1000),
              ]),
            )
            .limit(most),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
