// The one record of every session: portal, protocols and sign-out all read it. Only the hash of the
// secret id is stored.

import { randomUUID } from 'node:crypto';
import type { MethodId } from '@brama/contract/pages/login-page';
import { sql } from 'kysely';
import type { Encryption } from '../crypto/encryption.ts';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { prepare } from '../database/prepared.ts';
import { userColumns, userFrom } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { unknownBrowser } from './browser-label.ts';
import { endExcessSessions } from './ending.ts';
import {
  isAlive,
  needsTouch,
  type Session,
  type SessionLifetimes,
  type SignIn,
} from './session.ts';

/** A session that is alive, and whose it is. */
export type SignedIn = { session: Session; user: User };

/** `replaced`: the public id of another user's session, which this browser had until now. */
export type StartedSession = { secretId: string; session: Session; replaced?: string | undefined };

type Deps = { lifetimes: SessionLifetimes; now: () => number; encryption: Encryption };

const contextOf = (uid: string) => `tax id of session ${uid}`;

export function createSessionStore(db: Database, { lifetimes, now, encryption }: Deps) {
  // chosen first, then joined: SQLite would plan a join anew for every value it is asked with
  const rowBy = (column: 'uid' | 'id_hash') =>
    prepare(db, ({ value }: { value: string }) =>
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
  const rows = { uid: rowBy('uid'), idHash: rowBy('id_hash') };

  async function living(key: keyof typeof rows, value: string): Promise<SignedIn | undefined> {
    const row = await rows[key].first({ value });
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

  async function touch({ uid }: Session) {
    const at = now();
    const write = db.updateTable('sessions').set({ seen_at: at });
    try {
      await write.where('uid', '=', uid).where('seen_at', '<', at).execute();
    } catch (error) {
      // the next request notes it as well; reading goes on while nobody can write
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  async function signedIn(secretId: string): Promise<SignedIn | undefined> {
    const found = await living('idHash', hashSecret(secretId));
    if (found && needsTouch(found.session, now(), lifetimes)) await touch(found.session);
    return found;
  }

  /** The session that had this secret id until somebody signed in anew. */
  async function uidOfFormer(queries: Queries, idHash: string): Promise<string | undefined> {
    const row = await queries
      .selectFrom('renewed_session_ids')
      .select('session_uid')
      .where('id_hash', '=', idHash)
      .executeTakeFirst();
    return row?.session_uid;
  }

  /**
   * What is to be done with the session of this secret id, in force or former: of two sign-ins sent with one
   * cookie the second finds the session that the first has renewed. Asked one after the other, for the first
   * question waits for whoever is renewing it at this moment.
   */
  async function byEitherId<T>(
    queries: Queries,
    secretId: string,
    change: (key: 'id_hash' | 'uid', value: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const idHash = hashSecret(secretId);
    const changed = await change('id_hash', idHash);
    if (changed) return changed;
    const uid = await uidOfFormer(queries, idHash);
    return uid === undefined ? undefined : change('uid', uid);
  }

  /** The fresh one as well: when it is replaced by somebody who comes with a former one, it is known already. */
  async function noteIds(queries: Queries, uid: string, ids: readonly string[]) {
    const rows = ids.map((id) => ({ id_hash: hashSecret(id), session_uid: uid }));
    const note = queries.insertInto('renewed_session_ids').values(rows);
    await note.onConflict((conflict) => conflict.column('id_hash').doNothing()).execute();
  }

  /**
   * Goes on with the living session of this browser, if it is the same user's: under a fresh secret id, as
   * of the new sign-in. What hangs on its public id, applications that are open, stays.
   */
  async function renew(
    queries: Queries,
    secretId: string,
    { taxId, label = unknownBrowser, userId, method, verifiedAt }: SignIn,
  ): Promise<StartedSession | undefined> {
    const fresh = newSecret();
    const at = now();
    const row = await byEitherId(queries, secretId, (key, value) =>
      queries
        .updateTable('sessions')
        .set({
          id_hash: hashSecret(fresh),
          method,
          verified_at: verifiedAt,
          seen_at: at,
          expires_at: at + lifetimes.absoluteSeconds * 1000,
          // the number belongs to the sign-in that told it
          encrypted_tax_id: null,
          ...label,
        })
        .where(key, '=', value)
        .where('user_id', '=', userId)
        .where('expires_at', '>', at)
        .where('seen_at', '>', at - lifetimes.idleSeconds * 1000)
        .returning(['uid', 'created_at', 'expires_at'])
        .executeTakeFirst(),
    );
    if (!row) return undefined;
    const { uid, created_at: createdAt, expires_at: expiresAt } = row;
    await noteIds(queries, uid, [secretId, fresh]);
    if (taxId !== undefined)
      await queries
        .updateTable('sessions')
        .set({ encrypted_tax_id: encryption.encrypt(taxId, contextOf(uid)) })
        .where('uid', '=', uid)
        .execute();
    const session = { uid, userId, method, verifiedAt, createdAt, seenAt: at, expiresAt };
    return { secretId: fresh, session };
  }

  async function end(queries: Queries, secretId: string): Promise<string | undefined> {
    const row = await byEitherId(queries, secretId, (key, value) =>
      queries.deleteFrom('sessions').where(key, '=', value).returning('uid').executeTakeFirst(),
    );
    return row?.uid;
  }

  return {
    /**
     * Starts a session for a user, within the caller's transaction. Always under a fresh secret id; the one
     * this browser had until now (`previous`) goes on if it is the same user's, and ends otherwise.
     */
    async start(queries: Queries, given: SignIn, previous?: string): Promise<StartedSession> {
      const renewed = previous && (await renew(queries, previous, given));
      if (renewed) return renewed;
      const replaced = previous && (await end(queries, previous));
      const { taxId, label = unknownBrowser, ...signIn } = given;
      const secretId = newSecret();
      const createdAt = now();
      const session: Session = {
        uid: randomUUID(),
        ...signIn,
        createdAt,
        seenAt: createdAt,
        expiresAt: createdAt + lifetimes.absoluteSeconds * 1000,
      };
      await queries
        .insertInto('sessions')
        .values({
          uid: session.uid,
          id_hash: hashSecret(secretId),
          user_id: signIn.userId,
          method: signIn.method,
          verified_at: signIn.verifiedAt,
          created_at: createdAt,
          seen_at: createdAt,
          expires_at: session.expiresAt,
          encrypted_tax_id:
            taxId === undefined ? null : encryption.encrypt(taxId, contextOf(session.uid)),
          ...label,
        })
        .execute();
      await endExcessSessions(queries, session.userId);
      return { secretId, session, replaced: replaced || undefined };
    },

    /**
     * Goes on with the session of this secret id under a fresh one, within the caller's transaction; all else about it
     * stays. Nothing when it is over, or somebody else was faster.
     */
    async rotate(queries: Queries, secretId: string): Promise<string | undefined> {
      const fresh = newSecret();
      const row = await queries
        .updateTable('sessions')
        .set({ id_hash: hashSecret(fresh) })
        .where('id_hash', '=', hashSecret(secretId))
        .returning('uid')
        .executeTakeFirst();
      if (!row) return undefined;
      await noteIds(queries, row.uid, [secretId, fresh]);
      return fresh;
    },

    find: async (secretId: string) => (await signedIn(secretId))?.session,

    /** The living session with this secret id and its user; none once that is disabled. Notes its use. */
    signedIn,

    /** The living session with this public id and its user. Does not count as use. */
    signedInByUid: (uid: string) => living('uid', uid),

    /** Is the session with this public id alive? Does not count as use. */
    async isAlive(uid: string): Promise<boolean> {
      return (await living('uid', uid)) !== undefined;
    },

    /** The tax number this session was opened with, while it lives and if its method told one. */
    async taxIdOf(uid: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('sessions')
        .select('encrypted_tax_id')
        .where('uid', '=', uid)
        .executeTakeFirst();
      if (!row?.encrypted_tax_id || !(await living('uid', uid))) return undefined;
      return encryption.decrypt(row.encrypted_tax_id, contextOf(uid));
    },

    /** Ends the session with this secret id, or that had it; tells its uid if there was one. */
    end,

    /** Deletes up to `most` sessions that are over. Returns how many. */
    deleteExpired(most: number) {
      const idleSince = now() - lifetimes.idleSeconds * 1000;
      const expired = sql`expires_at <= ${now()} or seen_at <= ${idleSince}`;
      return deleteExpired(db, 'sessions', expired, most);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
