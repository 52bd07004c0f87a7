// Turns planned users into what `users/changes/staged/` writes: for manifests and for imports. Pure, but for the ids of new users.

import { randomUUID } from 'node:crypto';
import type { MembershipPeriodsTable } from '../../../database/tables/user-tables.ts';
import type { StagedUser } from '../../../users/changes/staged/staging.ts';
import type { StagedUsers } from '../../../users/changes/staged/write-users.ts';
import { hasPeriod } from '../../../users/lifecycle/effective-state.ts';
import { changedColumns, type PlannedUser } from '../plan/plan-user.ts';

export function isNew({ row }: PlannedUser): boolean {
  return row.expected_version === null;
}

/** Sorts by plain string comparison, several times as fast as with a comparison function. */
function sortedBy(rows: readonly StagedUser[], column: 'id' | 'username_key'): StagedUser[] {
  const byKey = new Map(rows.map((row) => [row[column], row]));
  return [...byKey.keys()].sort().map((key) => byKey.get(key) as StagedUser);
}

/**
 * Returns the rows in the order of the indexes, so that the commit writes each page of the database once. New users are
 * sorted by name, with ids in the same order, and changed users by id.
 */
export function inWritingOrder(users: readonly PlannedUser[]): StagedUser[] {
  const rowsOf = (some: readonly PlannedUser[]) => some.map(({ row }) => row);
  const added = sortedBy(rowsOf(users.filter(isNew)), 'username_key');
  const ids = added.map(() => randomUUID()).sort();
  for (const [index, row] of added.entries()) row.id = ids[index] as string;
  const changed = rowsOf(users.filter((user) => !isNew(user)));
  return [...added, ...sortedBy(changed, 'id')];
}

/** Returns the groups of a user whose memberships change. */
const groupsOf = ({ row, memberships }: PlannedUser): string[] =>
  row.sets_groups === 0 ? [] : memberships.map(({ group }) => group);

/** Returns whether a known user, who was enabled and stays so, gets an end date. */
const getsEnd = ({ row, changed }: PlannedUser): boolean =>
  changed.includes('validUntil') &&
  row.valid_until !== null &&
  row.expected_version !== null &&
  row.disabled === 0 &&
  row.sets_disabled === 0;

/** Returns the rows of memberships with a period, for a user whose memberships change. */
function periodsOf({ row, memberships }: PlannedUser): MembershipPeriodsTable[] {
  if (row.sets_groups === 0) return [];
  return memberships.filter(hasPeriod).map((one) => ({
    user_id: row.id,
    group_name: one.group,
    valid_from: one.validFrom,
    valid_until: one.validUntil,
  }));
}

/** Returns what is written of these users, whose rows are `staged`. */
export const stagedUsersOf = (
  users: readonly PlannedUser[],
  staged: readonly StagedUser[],
): StagedUsers => ({
  staged,
  memberOf: new Set(users.flatMap(groupsOf)),
  ending: new Set(users.filter(getsEnd).map(({ row }) => row.id)),
  periods: users.flatMap(periodsOf),
  columns: changedColumns(users.filter((user) => !isNew(user))),
  roleChanges: users
    .filter(({ changed }) => changed.includes('roles'))
    .map(({ row, roleChanges }) => ({ userId: row.id, ...roleChanges })),
});
