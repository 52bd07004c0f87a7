// Stores sessions, for the portal, the protocols and sign-out.

import { sql } from 'kysely';
import { hashSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { prepare } from '../database/prepared.ts';
import { userColumns, userFrom } from '../users/store.ts';
import type { User } from '../users/user.ts';
import type { BrowserLabel } from './browser-label.ts';
import { findAmrWithFactor } from './factor-wait.ts';
import {
  isAlive,
  isNewFactor,
  needsTouch,
  type Session,
  type SignIn,
  sessionColumns,
  sessionFrom,
} from './session.ts';
import {
  endSession,
  isIdle,
  raiseSession,
  rotateSecretId,
  type SessionDeps,
  startSession,
  taxIdContext,
} from './start.ts';

export type { StartedSession } from './start.ts';

/** A live session and its user. */
export type SignedIn = {
  session: Session;
  user: User;
  /** The user has a role of administration, also while it is suspended. */
  hasRole: boolean;
};

/** The columns of a joined session and user that `signedInFrom` reads, for the aliases of both tables. */
export const signedInColumns = {
  session: sessionColumns.map((name) => `s.${name}` as const),
  user: userColumns.map((name) => `u.${name}` as const),
};
export type SignedInRow = Parameters<typeof sessionFrom>[0] &
  Parameters<typeof userFrom>[0] & {
    /** Only where pages are sent, which then show a link to the console. */
    has_role?: unknown;
  };

function prepareFind(db: Database, column: 'uid' | 'id_hash') {
  // a subquery first: SQLite would plan a plain join again for every parameter
  return prepare(db, ({ value }: { value: string }) =>
    db
      .selectFrom((chosen) =>
        chosen
          .selectFrom('sessions')
          .select(sessionColumns)
          .where(column, '=', value)
          .limit(sql.lit(1))
          .as('s'),
      )
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select([...signedInColumns.session, ...signedInColumns.user])
      .select(({ exists, selectFrom }) =>
        exists(selectFrom('user_roles').select('role').whereRef('user_id', '=', 'u.id')).as(
          'has_role',
        ),
      ),
  );
}

export type OpenSession = Session & BrowserLabel;

/** Returns the live sessions of a user, the last used one first. Does not count as use. */
async function listOpenSessions(
  db: Database,
  { lifetimes, now }: Pick<SessionDeps, 'lifetimes' | 'now'>,
  userId: string,
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select([...sessionColumns, 'browser', 'system'])
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('uid')
    .execute();
  return rows
    .map((row) => ({ ...sessionFrom(row), browser: row.browser, system: row.system }))
    .filter((session) => isAlive(session, now(), lifetimes));
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

  function signedInFrom(row: SignedInRow | undefined): SignedIn | undefined {
    const user = row && userFrom(row);
    if (!user || user.disabled) return undefined;
    const session = sessionFrom(row);
    if (!isAlive(session, now(), lifetimes)) return undefined;
    return { session, user, hasRole: Boolean(row.has_role) };
  }

  return {
    signedInFrom,
    byUid: async (uid: string) => signedInFrom(await byUid.first({ value: uid })),
    bySecretId: async (secretId: string) =>
      signedInFrom(await byIdHash.first({ value: hashSecret(secretId) })),
  };
}

export function createSessionStore(db: Database, deps: SessionDeps) {
  const { lifetimes, now, encryption } = deps;
  const finder = createFinder(db, deps);

  async function countUse(session: Session) {
    if (needsTouch(session, now(), lifetimes)) await touch(db, session, now());
  }

  async function signedIn(secretId: string): Promise<SignedIn | undefined> {
    const found = await finder.bySecretId(secretId);
    if (found) await countUse(found.session);
    return found;
  }

  return {
    /** Starts a session within the caller's transaction. `previous` is the secret id that the browser sent. */
    start: (queries: Queries, signIn: SignIn, previous?: string) =>
      startSession(queries, signIn, previous, deps),

    rotate: rotateSecretId,
    /** Stores that the user of the session has shown a second factor. Returns false if the session has ended or was renewed meanwhile. */
    raise: (
      queries: Queries,
      session: Session,
      factor: { amr: readonly string[]; addedAt: number },
    ) => raiseSession(queries, session, factor, deps),

    /** Returns a sign-in to which the user has added this factor, within the caller's transaction. */
    withFactor: async (
      queries: Queries,
      signIn: SignIn,
      factor: { amr: readonly string[]; addedAt: number },
    ): Promise<SignIn> => ({
      ...signIn,
      amr: await findAmrWithFactor(queries, signIn, factor, now()),
      hasNewFactor: isNewFactor(signIn, factor),
    }),

    end: endSession,

    find: async (secretId: string) => (await signedIn(secretId))?.session,

    /** Returns the live session with this secret id and its user unless the user is disabled. Counts as use. */
    signedIn,

    /** Does what `signedIn` does, but does not count as use. */
    peek: finder.bySecretId,

    /** Extends the idle time of a session that was read with `signedInFrom`. */
    countUse,

    /** Returns the live session with this uid and its user. Does not count as use. */
    signedInByUid: finder.byUid,

    /** Returns the session and the user of a row if the session is alive and the user is not disabled. */
    signedInFrom: finder.signedInFrom,

    listOpen: (userId: string) => listOpenSessions(db, deps, userId),

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
      const expired = sql`expires_at <= ${now()} or ${isIdle(now(), lifetimes)}`;
      return deleteExpired(db, { table: 'sessions', key: ['uid'] }, expired, most);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
