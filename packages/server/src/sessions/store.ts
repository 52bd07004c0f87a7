// The record of all sessions, for the portal, the protocols and sign-out.

import type { MethodId } from '@brama/contract/pages/login-page';
import { sql } from 'kysely';
import { hashSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { prepare } from '../database/prepared.ts';
import { userColumns, userFrom } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { isAlive, needsTouch, type Session, type SignIn } from './session.ts';
import {
  endSession,
  rotateSecretId,
  type SessionDeps,
  startSession,
  taxIdContext,
} from './start.ts';

export type { StartedSession } from './start.ts';

/** A live session and its user. */
export type SignedIn = { session: Session; user: User };

function prepareFind(db: Database, column: 'uid' | 'id_hash') {
  // a subquery first: SQLite would plan a plain join again for every parameter
  return prepare(db, ({ value }: { value: string }) =>
    db
      .selectFrom((chosen) =>
        chosen
          .selectFrom('sessions')
          .select(['uid', 'user_id', 'method', 'verified_at'])
          .select(['created_at', 'seen_at', 'expires_at'])
          .where(column, '=', value)
          .limit(sql.lit(1))
          .as('s'),
      )
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.uid', 's.user_id', 's.method', 's.verified_at'])
      .select(['s.created_at', 's.seen_at', 's.expires_at'])
      .select(userColumns.map((name) => `u.${name}` as const)),
  );
}

async function touch(db: Database, { uid }: Session, at: number) {
  const write = db.updateTable('sessions').set({ seen_at: at });
  try {
    await write.where('uid', '=', uid).where('seen_at', '<', at).execute();
  } catch (error) {
    // reads continue while the database takes no writes; the next request writes the same
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

function createFinder(db: Database, { lifetimes, now }: SessionDeps) {
  const byUid = prepareFind(db, 'uid');
  const byIdHash = prepareFind(db, 'id_hash');

  async function find(query: typeof byUid, value: string): Promise<SignedIn | undefined> {
    const row = await query.first({ value });
    const user = row && userFrom(row);
    if (!user || user.disabled) return undefined;
    const session: Session = {
      uid: row.uid,
      userId: row.user_id,
      method: row.method as MethodId,
      verifiedAt: row.verified_at,
      createdAt: row.created_at,
      seenAt: row.seen_at,
      expiresAt: row.expires_at,
    };
    return isAlive(session, now(), lifetimes) ? { session, user } : undefined;
  }

  return {
    byUid: (uid: string) => find(byUid, uid),
    bySecretId: (secretId: string) => find(byIdHash, hashSecret(secretId)),
  };
}

export function createSessionStore(db: Database, deps: SessionDeps) {
  const { lifetimes, now, encryption } = deps;
  const finder = createFinder(db, deps);

  async function signedIn(secretId: string): Promise<SignedIn | undefined> {
    const found = await finder.bySecretId(secretId);
    if (found && needsTouch(found.session, now(), lifetimes)) await touch(db, found.session, now());
    return found;
  }

  return {
    /** Starts a session within the caller's transaction. `previous` is the secret id that the browser sent. */
    start: (queries: Queries, signIn: SignIn, previous?: string) =>
      startSession(queries, signIn, previous, deps),

    rotate: rotateSecretId,
    end: endSession,

    find: async (secretId: string) => (await signedIn(secretId))?.session,

    /** Returns the live session with this secret id and its user unless the user is disabled. Counts as use. */
    signedIn,

    /** Returns the live session with this uid and its user. Does not count as use. */
    signedInByUid: finder.byUid,

    /** Does not count as use. */
    isAlive: async (uid: string) => (await finder.byUid(uid)) !== undefined,

    /** Returns the tax number of a live session if its sign-in method provided one. */
    async taxIdOf(uid: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('sessions')
        .select('encrypted_tax_id')
        .where('uid', '=', uid)
        .executeTakeFirst();
      if (!row?.encrypted_tax_id || !(await finder.byUid(uid))) return undefined;
      return encryption.decrypt(row.encrypted_tax_id, taxIdContext(uid));
    },

    deleteExpired(most: number) {
      const idleSince = now() - lifetimes.idleSeconds * 1000;
      const expired = sql`expires_at <= ${now()} or seen_at <= ${idleSince}`;
      return deleteExpired(db, 'sessions', expired, most);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
