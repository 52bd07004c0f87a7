// What follows from changed users, in the transaction that has written them: events, the end of access, void links. Emails and log lines
// follow the commit.

import type { AccountNotice } from '@brama/contract/events/event-table';
import type { Change, Happened } from '../../events/change.ts';
import { voidResetLinks } from '../../factors/remove-factors.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import type { DisabledReason } from '../lifecycle/effective-state.ts';
import type { LifecycleState } from '../lifecycle/lifecycle-store.ts';

/** Where a change is reported. Who has made it, and from where, is known there. */
export type Reports = Pick<Change, 'queries' | 'record' | 'sessionsEnded' | 'notify'>;

/** The values by which others could sign in. */
type Ways = { email: string | null; taxIdHash: string | null };

/** The notice of each. */
export const noticeOf = {
  email: 'email-changed',
  taxIdHash: 'tax-id-changed',
} as const satisfies Record<keyof Ways, AccountNotice>;

const ways = Object.keys(noticeOf) as (keyof Ways)[];

/**
 * Voids emailed links for a new password, and notifies the user: others could sign in with the new mailbox or tax number. The former
 * address gets a copy, because the new mailbox may belong to another person.
 */
export async function announceWays(
  { queries, notify }: Pick<Reports, 'queries' | 'notify'>,
  userId: string,
  { before, after }: { before: Ways; after: Ways },
): Promise<void> {
  const changed = ways.filter((way) => before[way] !== after[way]);
  if (changed.length === 0) return;
  await voidResetLinks(queries, [userId]);
  const formerEmail = changed.includes('email') ? (before.email ?? undefined) : undefined;
  for (const way of changed) notify(noticeOf[way], userId, { formerEmail });
}

export type StateChange = {
  userId: string;
  before: LifecycleState;
  after: LifecycleState;
  /** Why a disabled user cannot sign in. */
  reason: DisabledReason | undefined;
};

function turnEvents({ userId, before, after, reason }: StateChange): Happened[] {
  if (before.disabled === after.disabled) return [];
  if (!after.disabled) return [{ type: 'user.enabled', userId }];
  return [{ type: 'user.disabled', userId, ...(reason && { details: { reason } }) }];
}

function membershipEvents({ userId, before, after }: StateChange): Happened[] {
  const added = (from: LifecycleState, to: LifecycleState) =>
    to.groups.filter((group) => !from.groups.includes(group));
  return [
    ...added(before, after).map((group) => ({ type: 'membership.started' as const, group })),
    ...added(after, before).map((group) => ({ type: 'membership.ended' as const, group })),
  ].map(({ type, group }) => ({ type, userId, details: { group } }));
}

/**
 * Stores the events of users who are disabled or enabled now, and ends their access. Both in one transaction, so that a sign-in that
 * raced with the disabling does not revive. `endReason` says why sessions ended. `byDate`: also says which memberships begin and end.
 */
export async function announceStates(
  { queries, record, sessionsEnded }: Pick<Reports, 'queries' | 'record' | 'sessionsEnded'>,
  revokeUsers: RevokeUsers,
  changes: readonly StateChange[],
  { at, endReason, byDate = false }: { at: number; endReason: string; byDate?: boolean },
): Promise<void> {
  const events = changes.flatMap((one) => [
    ...turnEvents(one),
    ...(byDate ? membershipEvents(one) : []),
  ]);
  await record(events);
  const turned = changes.filter(({ before, after }) => before.disabled !== after.disabled);
  if (turned.length === 0) return;
  const users = turned.map(({ userId }) => userId);
  const ended = await revokeUsers(queries, { users, scope: 'credentials', at });
  await sessionsEnded(ended, endReason);
}
