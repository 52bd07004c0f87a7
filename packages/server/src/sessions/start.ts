// Starts, renews and ends the session of a browser, within the transaction of the caller.

import { randomUUID } from 'node:crypto';
import type { Encryption } from '../crypto/encryption.ts';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Queries } from '../database/connect.ts';
import { unknownBrowser } from './browser-label.ts';
import { endExcessSessions } from './ending.ts';
import type { Session, SessionLifetimes, SignIn } from './session.ts';
import { changeBySecretId, storeReplacedIds } from './session-ids.ts';

export type SessionDeps = {
  lifetimes: SessionLifetimes;
  now: () => number;
  encryption: Encryption;
};

/** `replaced` is the uid of another user's session that this browser had before. */
export type StartedSession = { secretId: string; session: Session; replaced?: string | undefined };

/** The encryption context binds the tax number to its session. */
export const taxIdContext = (uid: string) => `tax id of session ${uid}`;

/** Ends the session with this current or replaced secret id. Returns its uid. */
export async function endSession(queries: Queries, secretId: string): Promise<string | undefined> {
  const row = await changeBySecretId(queries, secretId, (column, value) =>
    queries.deleteFrom('sessions').where(column, '=', value).returning('uid').executeTakeFirst(),
  );
  return row?.uid;
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
  { taxId, label = unknownBrowser, userId, method, verifiedAt }: SignIn,
  { lifetimes, now, encryption }: SessionDeps,
): Promise<StartedSession | undefined> {
  const newId = newSecret();
  const at = now();
  const row = await changeBySecretId(queries, secretId, (column, value) =>
    queries
      .updateTable('sessions')
      .set({
        id_hash: hashSecret(newId),
        method,
        verified_at: verifiedAt,
        seen_at: at,
        expires_at: at + lifetimes.absoluteSeconds * 1000,
        // the tax number of an earlier sign-in must not outlive it
        encrypted_tax_id: null,
        ...label,
      })
      .where(column, '=', value)
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      .where('seen_at', '>', at - lifetimes.idleSeconds * 1000)
      .returning(['uid', 'created_at', 'expires_at'])
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
  const session = { uid, userId, method, verifiedAt, createdAt, seenAt: at, expiresAt };
  return { secretId: newId, session };
}

async function insertSession(
  queries: Queries,
  { taxId, label = unknownBrowser, ...signIn }: SignIn,
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
      created_at: createdAt,
      seen_at: createdAt,
      expires_at: session.expiresAt,
      encrypted_tax_id: taxId === undefined ? null : encryption.encrypt(taxId, taxIdContext(uid)),
      ...label,
    })
    .execute();
  return { secretId, session };
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
  const replaced = previous && (await endSession(queries, previous));
  const started = await insertSession(queries, signIn, deps);
  await endExcessSessions(queries, signIn.userId);
  return { ...started, replaced: replaced || undefined };
}
