// Ends single sessions of a user. `revocation.ts` ends everything that a user has open.

import type { Queries } from '../database/connect.ts';

/**
 * Ends one session of a user and all that hangs on it; says whether there was one. Somebody else's is none.
 */
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

/** More than anybody has: somebody who signs in without end would make a burden for all of what is read of them. */
export const mostSessionsOfUser = 100;

/** Ends the sessions of a user beyond what one may have, those not used for longest. In the caller's transaction. */
export async function endExcessSessions(queries: Queries, userId: string): Promise<void> {
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
