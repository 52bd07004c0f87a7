// Ends single sessions of a user. `revocation.ts` ends everything that a user has open.

import type { Queries } from '../database/connect.ts';

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
export async function endExcessSessions(queries: Queries, userId: string): Promise<void> {
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
