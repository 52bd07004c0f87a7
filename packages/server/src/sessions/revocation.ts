// Ends the access of users: their sessions, and data that other areas store for them. Each area passes its own function
// for deletion, so this file contains no table of another area.

import type { Expression } from 'kysely';
import type { Queries } from '../database/connect.ts';
import { lockUsers } from '../users/ways-in.ts';

export type Revocation = {
  /** Ids of the users, or a subquery that selects them. */
  users: readonly string[] | Expression<string>;
  /** Uid of a session that stays open, with what applications hold by it. */
  keep?: string | undefined;
  /**
   * `sign-ins`: sessions, sign-in tickets, pending sign-ins and grants of applications. `credentials`: also open password
   * resets, trusted devices, remembered browsers, recovery links and access codes. The account was then disabled, secured,
   * recovered or reset, or an administrator set its password.
   */
  scope: 'sign-ins' | 'credentials';
  /** Epoch milliseconds. */
  at: number;
};

export type EndedSession = { uid: string; userId: string };

/** Deletes what an area stores for these users, within the caller's transaction. */
export type OnUsersRevoked = (queries: Queries, revocation: Revocation) => Promise<void>;

/**
 * Returns the sessions that it ended. Runs within the caller's transaction, which must have locked the users if it has written
 * what belongs to them.
 */
export type RevokeUsers = (queries: Queries, revocation: Revocation) => Promise<EndedSession[]>;

export function createRevokeUsers(subscribers: readonly OnUsersRevoked[]): RevokeUsers {
  return async (queries, revocation) => {
    const { users, keep } = revocation;
    // before all else: a sign-in in progress holds this lock until it has stored everything, or finds its ticket deleted
    await lockUsers(queries, users);
    const all = queries.deleteFrom('sessions').where('user_id', 'in', users);
    const others = keep === undefined ? all : all.where('uid', '!=', keep);
    const ended = await others.returning(['uid', 'user_id']).execute();
    for (const subscriber of subscribers) await subscriber(queries, revocation);
    return ended.map(({ uid, user_id }) => ({ uid, userId: user_id }));
  };
}
