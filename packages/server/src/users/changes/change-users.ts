// The write of single users who are locked: columns, validity, memberships; then what follows from it. `staged/` writes many users at
// once, for manifests. Contains no rules about who may do it.

import type { Insertable, Updateable } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { disabledReason, hasPeriod } from '../lifecycle/effective-state.ts';
import { columnsAfter, type LifecycleChange, writePeriods } from '../lifecycle/lifecycle-store.ts';
import { announceStates, announceWays, type Reports } from './announce.ts';
import { type StoredUser, storedUserColumns, storedUserFrom, type Target } from './target.ts';

/** Without validity and memberships, which `changeUser` writes and announces. */
export async function insertUser(queries: Queries, user: Insertable<UsersTable>): Promise<Target> {
  const insert = queries.insertInto('users').values(user).returning(storedUserColumns);
  return { ...storedUserFrom(await insert.executeTakeFirstOrThrow()), roles: [] };
}

/** Changes columns and the lifecycle of a user who is locked, as of `at`. Returns the record after it. */
export async function writeUser(
  queries: Queries,
  { user: { id }, lifecycle }: StoredUser,
  { columns, change, at }: { columns: Updateable<UsersTable>; change: LifecycleChange; at: number },
): Promise<StoredUser> {
  const row = await queries
    .updateTable('users')
    .set({ ...columns, ...columnsAfter(lifecycle, change, at) })
    .where('id', '=', id)
    .returning(storedUserColumns)
    .executeTakeFirstOrThrow();
  if (change.memberships) await writePeriods(queries, id, change.memberships);
  const { memberships = lifecycle.facts.memberships } = change;
  return storedUserFrom(row, memberships.filter(hasPeriod));
}

export type UserChange = LifecycleChange & { columns?: Updateable<UsersTable> };

type ChangeDeps = {
  revokeUsers: RevokeUsers;
  endReason: string;
  at: number;
  /** Receives an error of the write, such as a violated unique index. */
  failWrite(error: unknown): never;
};

/** Writes and announces the change of a user who is locked. Returns the user after it. */
export async function changeUser(
  { revokeUsers, endReason, at, failWrite }: ChangeDeps,
  reports: Reports,
  target: Target,
  { columns = {}, ...change }: UserChange,
): Promise<Target> {
  const written = writeUser(reports.queries, target, { columns, change, at });
  const after = await written.catch(failWrite);
  const userId = target.user.id;
  const waysOf = ({ user: { email }, taxIdHash }: StoredUser) => ({ email, taxIdHash });
  await announceWays(reports, userId, { before: waysOf(target), after: waysOf(after) });
  const reason = disabledReason(after.lifecycle.facts, at);
  const state = { userId, before: target.lifecycle, after: after.lifecycle, reason };
  await announceStates(reports, revokeUsers, [state], { at, endReason });
  return { ...after, roles: target.roles };
}
