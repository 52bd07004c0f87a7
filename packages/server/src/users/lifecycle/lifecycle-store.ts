// Stores what administrators decide about the validity of a user, and what follows from it at a time. Runs within the caller's
// transaction; contains no rules about who may do it.

import { sql } from 'kysely';
import type { Database, Queries } from '../../database/connect.ts';
import { hasRowLocks } from '../../database/postgres/row-locks.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import {
  always,
  effectiveState,
  hasPeriod,
  type LifecycleFacts,
  type Membership,
} from './effective-state.ts';

/** The state of a user before or after a change. */
export type LifecycleState = { disabled: boolean; groups: readonly string[] };

export type StoredLifecycle = LifecycleState & {
  facts: LifecycleFacts;
  sponsorId: string | null;
  /** Why an administrator has disabled the user, in the words of the administrator. */
  disabledNote: string | null;
};

export type LifecycleChange = Partial<
  LifecycleFacts & Pick<StoredLifecycle, 'sponsorId' | 'disabledNote'>
>;

/** What `lifecycleFrom` needs besides the columns of a user. */
export const lifecycleColumns = [
  'disabled_by_administrator',
  'disabled_note',
  'valid_from',
  'valid_until',
  'sponsor_id',
] as const;

type LifecycleRow = Pick<UsersTable, 'disabled' | 'groups' | (typeof lifecycleColumns)[number]>;

/** Returns the memberships with a period, by the id of the user. */
export async function periodsOf(
  queries: Pick<Queries, 'selectFrom'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Membership[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('membership_periods')
    .select(['user_id', 'group_name', 'valid_from', 'valid_until'])
    .where('user_id', 'in', userIds)
    .orderBy('group_name')
    .execute();
  const periods = new Map<string, Membership[]>();
  for (const { user_id, group_name: group, valid_from, valid_until } of rows) {
    const own = periods.get(user_id) ?? [];
    own.push({ group, validFrom: valid_from, validUntil: valid_until });
    periods.set(user_id, own);
  }
  return periods;
}

/** Returns the memberships with a period and the permanent ones, which are only in `groups`. */
export function membershipsOf(
  groups: readonly string[],
  periods: readonly Membership[] = [],
): Membership[] {
  const named = new Set(periods.map(({ group }) => group));
  const permanent = groups.filter((group) => !named.has(group));
  return [...periods, ...permanent.map((group) => ({ group, ...always }))];
}

/** Returns the lifecycle of a row. `periods` are the memberships of the user that have one. */
export function lifecycleFrom(
  row: LifecycleRow,
  periods: readonly Membership[] = [],
): StoredLifecycle {
  const groups: string[] = JSON.parse(row.groups);
  return {
    disabled: row.disabled !== 0,
    groups,
    sponsorId: row.sponsor_id ?? null,
    disabledNote: row.disabled_note ?? null,
    facts: {
      disabledByAdministrator: row.disabled_by_administrator === 1,
      validFrom: row.valid_from ?? null,
      validUntil: row.valid_until ?? null,
      memberships: membershipsOf(groups, periods),
    },
  };
}

/** Returns these users by id; leaves out unknown ones. */
export async function readLifecycles(
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, StoredLifecycle>> {
  if (userIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'disabled', 'groups', ...lifecycleColumns])
    .where('id', 'in', userIds)
    .execute();
  const periods = await periodsOf(queries, userIds);
  return new Map(rows.map((row) => [row.id, lifecycleFrom(row, periods.get(row.id))]));
}

/** Replaces the periods of the memberships of a user. */
export async function writePeriods(
  queries: Queries,
  userId: string,
  memberships: readonly Membership[],
) {
  await queries.deleteFrom('membership_periods').where('user_id', '=', userId).execute();
  const rows = memberships.filter(hasPeriod).map(({ group, validFrom, validUntil }) => ({
    user_id: userId,
    group_name: group,
    valid_from: validFrom,
    valid_until: validUntil,
  }));
  if (rows.length > 0) await queries.insertInto('membership_periods').values(rows).execute();
}

/** Deletes the periods of all users in this group, which has no members. */
export async function deletePeriodsOfGroup(queries: Queries, group: string): Promise<void> {
  await queries.deleteFrom('membership_periods').where('group_name', '=', group).execute();
}

/** Returns the columns of a user after a change, with the state at `at`. */
export function columnsAfter(before: StoredLifecycle, change: LifecycleChange, at: number) {
  const { sponsorId = before.sponsorId, disabledNote = before.disabledNote, ...changed } = change;
  const facts = { ...before.facts, ...changed };
  const { disabled, groups, changesAt } = effectiveState(facts, at);
  return {
    disabled: Number(disabled),
    groups: JSON.stringify(groups),
    changes_at: changesAt,
    disabled_by_administrator: Number(facts.disabledByAdministrator),
    disabled_note: facts.disabledByAdministrator ? disabledNote : null,
    valid_from: facts.validFrom,
    valid_until: facts.validUntil,
    sponsor_id: sponsorId,
    version: sql<number>`version + 1`,
    updated_at: at,
  };
}

/** Updates the state of a user to that of the time. The caller has locked the user and read `before`. Returns the new state. */
export async function updateState(
  queries: Queries,
  userId: string,
  { before, at }: { before: StoredLifecycle; at: number },
): Promise<LifecycleState> {
  const columns = columnsAfter(before, {}, at);
  await queries.updateTable('users').set(columns).where('id', '=', userId).execute();
  return effectiveState(before.facts, at);
}

/**
 * Locks up to `most` users whose state must be computed again, until the end of the transaction, the longest due first. Leaves out
 * those that another node has locked. SQLite has one writer at a time, which the begin of the transaction waits for.
 */
export async function lockDueUsers(queries: Queries, at: number, most: number): Promise<string[]> {
  const due = queries
    .selectFrom('users')
    .select('id')
    .where('changes_at', '<=', at)
    .orderBy('changes_at')
    .limit(most);
  const free = hasRowLocks(queries) ? due.forUpdate().skipLocked() : due;
  return (await free.execute()).map(({ id }) => id);
}

/** Returns whether the state of a user must be computed again. */
export async function isAnyDue(db: Database, at: number): Promise<boolean> {
  const due = db.selectFrom('users').select('id').where('changes_at', '<=', at).limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/** Returns those of the users who are erased. */
export async function erasedAmong(queries: Queries, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await queries
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('erased_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lets the state of a user be computed again at `at`, and not before. */
export async function postpone(queries: Queries, userId: string, at: number): Promise<void> {
  await queries.updateTable('users').set({ changes_at: at }).where('id', '=', userId).execute();
}
