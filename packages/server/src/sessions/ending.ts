// Ends what a user has open: because they say so, an administrator does, or a password changes, when a thief who knew the
// old one may be in, or at the door with a ticket. The applications hear of it as of every session that is over.

import type { Queries } from '../database/connect.ts';

/**
 * Ends all sessions of a user but the one to `keep`, and what applications hold by them or without any. In the caller's
 * transaction; tells the public ids of those it has ended; `at` in epoch milliseconds.
 */
export async function endSessionsOf(
  queries: Queries,
  userId: string,
  { keep, at }: { keep?: string | undefined; at: number },
): Promise<string[]> {
  // first: whoever is letting a device in holds the session until the grant for it is there
  const others = queries.deleteFrom('sessions').where('user_id', '=', userId).returning('uid');
  const ended = await (keep === undefined ? others : others.where('uid', '!=', keep)).execute();
  await queries.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
  const grants = await queries
    .selectFrom('oidc_grants')
    .select(['id', 'session_uid'])
    .where('user_id', '=', userId)
    .execute();
  const over = grants.filter((one) => keep === undefined || one.session_uid !== keep);
  for (const { id } of over) {
    await queries.deleteFrom('oidc_tokens').where('grant_id', '=', id).execute();
    // the rows stay until the applications have been told
    await queries.updateTable('oidc_grants').set({ expires_at: at }).where('id', '=', id).execute();
  }
  return ended.map(({ uid }) => uid);
}

/**
 * Ends one session of a user and all that hangs on it; says whether there was one. Somebody else's is none.
 */
export async function endSessionOf(
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

/** More than anybody has: somebody who signs in without end would make a burden for all of what is read of them. */
export const mostSessionsOfUser = 100;

/** Ends the sessions of a user beyond what one may have, those not used for longest. In the caller's transaction. */
export async function endSurplusOf(queries: Queries, userId: string): Promise<void> {
  const surplus = await queries
    .selectFrom('sessions')
    .select('uid')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .offset(mostSessionsOfUser)
    .limit(mostSessionsOfUser)
    .execute();
  const uids = surplus.map(({ uid }) => uid);
  if (uids.length > 0) await queries.deleteFrom('sessions').where('uid', 'in', uids).execute();
}
