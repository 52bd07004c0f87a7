// Starts, renews and ends sessions, within the transaction of the caller. `revocation.ts` ends everything that a user has
// open. Only hashes of secret ids are stored.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Encryption } from '../crypto/encryption.ts';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Queries } from '../database/connect.ts';
import { assuranceColumns } from './assurance.ts';
import { unknownBrowser } from './browser-label.ts';
import { findAmrWithFactor } from './factor-wait.ts';
import type { EndedSession } from './revocation.ts';
import {
  isNewFactor,
  isStrong,
  newFactorColumn,
  type Session,
  type SessionLifetimes,
  type SignIn,
} from './session.ts';

export type SessionDeps = {
  lifetimes: SessionLifetimes;
  now: () => number;
  encryption: Encryption;
};

/** `replaced` is another user's session that this browser had before. */
export type StartedSession = {
  secretId: string;
  session: Session;
  /** The session of this browser continues. */
  isRenewed: boolean;
  replaced?: EndedSession | undefined;
};

/** The encryption context binds the tax number to its session. */
export const taxIdContext = (uid: string) => `tax id of session ${uid}`;

/** Matches sessions that have not been used for their idle lifetime. */
export function isIdle(at: number, { idleSeconds, sharedIdleSeconds }: SessionLifetimes) {
  const idleSince = at - idleSeconds * 1000;
  const sharedIdleSince = at - sharedIdleSeconds * 1000;
  return sql<boolean>`(seen_at <= ${idleSince} or (shared_computer = 1 and seen_at <= ${sharedIdleSince}))`;
}

async function findReplacedId(queries: Queries, idHash: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('renewed_session_ids')
    .select('session_uid')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row?.session_uid;
}

/**
 * Applies a change to the session of a current or replaced secret id. Two sign-ins may be sent with one cookie; the second
 * one finds the session that the first has renewed. The order matters: the first query waits for a concurrent renewal.
 */
async function changeBySecretId<T>(
  queries: Queries,
  secretId: string,
  change: (column: 'id_hash' | 'uid', value: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const idHash = hashSecret(secretId);
  const changed = await change('id_hash', idHash);
  if (changed) return changed;
  const uid = await findReplacedId(queries, idHash);
  return uid === undefined ? undefined : change('uid', uid);
}

/** Stores the replaced id and the new one, because a later sign-in can replace the new one too. */
async function storeReplacedIds(queries: Queries, uid: string, secretIds: readonly string[]) {
  const rows = secretIds.map((id) => ({ id_hash: hashSecret(id), session_uid: uid }));
  await queries
    .insertInto('renewed_session_ids')
    .values(rows)
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute();
}

/** Ends the session with this current or replaced secret id, and returns it. */
export async function endSession(
  queries: Queries,
  secretId: string,
): Promise<EndedSession | undefined> {
  const row = await changeBySecretId(queries, secretId, (column, value) =>
    queries
      .deleteFrom('sessions')
      .where(column, '=', value)
      .returning(['uid', 'user_id'])
      .executeTakeFirst(),
  );
  return row && { uid: row.uid, userId: row.user_id };
}

/** Ends one session of a user and what depends on it. Returns false if the user has no such session. */
export async function endSessionOfUser(
  queries: Queries,
  userId: string,
  uid: string,
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** More than a user needs. Without a limit a client that signs in endlessly would slow down every query of its sessions. */
export const maxSessionsOfUser = 100;

/** Ends the least recently used sessions above the limit, within the caller's transaction. */
async function endExcessSessions(queries: Queries, userId: string): Promise<void> {
  const excess = await queries
    .selectFrom('sessions')
    .select('uid')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .offset(maxSessionsOfUser)
    .limit(maxSessionsOfUser)
    .execute();
  const uids = excess.map(({ uid }) => uid);
  if (uids.length > 0) await queries.deleteFrom('sessions').where('uid', 'in', uids).execute();
}

/** Gives a session a new secret id. Returns undefined if the session has ended or another request was faster. */
export async function rotateSecretId(
  queries: Queries,
  secretId: string,
): Promise<string | undefined> {
  const newId = newSecret();
  const row = await queries
    .updateTable('sessions')
    .set({ id_hash: hashSecret(newId) })
    .where('id_hash', '=', hashSecret(secretId))
    .returning('uid')
    .executeTakeFirst();
  if (!row) return undefined;
  await storeReplacedIds(queries, row.uid, [secretId, newId]);
  return newId;
}

/**
 * Continues the session of this browser under a new secret id if it belongs to the same user. Its uid stays, and with it
 * the applications that are open in it.
 */
async function renewSession(
  queries: Queries,
  secretId: string,
  signIn: SignIn,
  { lifetimes, now, encryption }: SessionDeps,
): Promise<StartedSession | undefined> {
  const { taxId, label = unknownBrowser, isSharedComputer, userId, method, verifiedAt } = signIn;
  const newId = newSecret();
  const at = now();
  const row = await changeBySecretId(queries, secretId, (column, value) =>
    queries
      .updateTable('sessions')
      .set({
        id_hash: hashSecret(newId),
        method,
        verified_at: verifiedAt,
        ...assuranceColumns(signIn),
        assured_at: verifiedAt,
        ...newFactorColumn(signIn),
        seen_at: at,
        expires_at: at + lifetimes.absoluteSeconds * 1000,
        // the tax number of an earlier sign-in must not outlive it
        encrypted_tax_id: null,
        ...label,
        // a later sign-in without the choice does not make the computer private
        ...(isSharedComputer && { shared_computer: 1 }),
      })
      .where(column, '=', value)
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      .where((eb) => eb.not(isIdle(at, lifetimes)))
      .returning(['uid', 'created_at', 'expires_at', 'shared_computer'])
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  const { uid, created_at: createdAt, expires_at: expiresAt } = row;
  await storeReplacedIds(queries, uid, [secretId, newId]);
  if (taxId !== undefined)
    await queries
      .updateTable('sessions')
      .set({ encrypted_tax_id: encryption.encrypt(taxId, taxIdContext(uid)) })
      .where('uid', '=', uid)
      .execute();
  const session = {
    uid,
    userId,
    method,
    verifiedAt,
    createdAt,
    seenAt: at,
    expiresAt,
    amr: signIn.amr,
    identityVerifiedAt: signIn.identityVerifiedAt,
    hasNewFactor: signIn.hasNewFactor,
    isSharedComputer: row.shared_computer === 1,
  };
  return { secretId: newId, session, isRenewed: true };
}

async function insertSession(
  queries: Queries,
  { taxId, label = unknownBrowser, isSharedComputer = false, ...signIn }: SignIn,
  { lifetimes, now, encryption }: SessionDeps,
): Promise<StartedSession> {
  const secretId = newSecret();
  const createdAt = now();
  const session: Session = {
    uid: randomUUID(),
    ...signIn,
    createdAt,
    seenAt: createdAt,
    expiresAt: createdAt + lifetimes.absoluteSeconds * 1000,
    isSharedComputer,
  };
  const { uid } = session;
  await queries
    .insertInto('sessions')
    .values({
      uid,
      id_hash: hashSecret(secretId),
      user_id: signIn.userId,
      method: signIn.method,
      verified_at: signIn.verifiedAt,
      ...assuranceColumns(signIn),
      assured_at: signIn.verifiedAt,
      ...newFactorColumn(signIn),
      created_at: createdAt,
      seen_at: createdAt,
      expires_at: session.expiresAt,
      encrypted_tax_id: taxId === undefined ? null : encryption.encrypt(taxId, taxIdContext(uid)),
      ...label,
      shared_computer: Number(isSharedComputer),
    })
    .execute();
  return { secretId, session, isRenewed: false };
}

/**
 * Stores that the user of a session has shown a second factor, which was added at `addedAt`. The time of the sign-in stays that of the
 * first factor. Returns false if the session has ended or was renewed meanwhile.
 */
export async function raiseSession(
  queries: Queries,
  session: Session,
  factor: { amr: readonly string[]; addedAt: number },
  { now }: Pick<SessionDeps, 'now'>,
): Promise<boolean> {
  const { uid, verifiedAt, identityVerifiedAt } = session;
  const amr = await findAmrWithFactor(queries, session, factor, now());
  // a new factor takes nothing from a session that is strong already
  const hasNewFactor = !isStrong(session) && isNewFactor(session, factor);
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set({
      ...assuranceColumns({ amr, identityVerifiedAt }),
      assured_at: verifiedAt,
      ...newFactorColumn({ verifiedAt, hasNewFactor }),
    })
    .where('uid', '=', uid)
    .where('verified_at', '=', verifiedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Starts a session, always under a new secret id. The previous session of this browser is renewed if it belongs to the same
 * user, and ends otherwise. `previous` is its secret id.
 */
export async function startSession(
  queries: Queries,
  signIn: SignIn,
  previous: string | undefined,
  deps: SessionDeps,
): Promise<StartedSession> {
  const renewed = previous && (await renewSession(queries, previous, signIn, deps));
  if (renewed) return renewed;
  const replaced = previous === undefined ? undefined : await endSession(queries, previous);
  const started = await insertSession(queries, signIn, deps);
  await endExcessSessions(queries, signIn.userId);
  return { ...started, replaced };
}
