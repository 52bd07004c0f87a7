// What a bulk change does to one user: which fact of the record it sets, and why it cannot. Pure.

import { isDeepStrictEqual } from 'node:util';
import type { BulkAct, BulkCode } from '@brama/contract/admin/bulk/bulk-changes';
import { maxGroups } from '@brama/contract/admin/limits';
import type { EventDetails } from '@brama/contract/events/event-details';
import { isoTime, timeFrom } from '../../admin/times.ts';
import { refuseDates } from '../../users/changes/rules.ts';
import {
  disabledReason,
  type LifecycleFacts,
  type Membership,
} from '../../users/lifecycle/effective-state.ts';
import type { LifecycleChange, StoredLifecycle } from '../../users/lifecycle/lifecycle-store.ts';

/** As it is stored. Times are epoch milliseconds. */
export type Act =
  | { type: 'add-to-group'; group: string; validFrom: number | null; validUntil: number | null }
  | { type: 'remove-from-group'; group: string }
  | { type: 'set-end'; validUntil: number | null }
  | { type: 'disable'; reason?: string | undefined }
  | { type: 'enable' }
  | { type: 'invite' };

/** Disabled by an administrator, who has given this reason. */
type Disabled = { note: string };

/** A membership, an end date, or whether an administrator has disabled the user. */
export type Fact = Membership | number | boolean | Disabled | null;

const isDisabled = (fact: Fact): fact is Disabled =>
  typeof fact === 'object' && fact !== null && 'note' in fact;

export function actFrom({ type, group = '', validFrom, validUntil, reason }: BulkAct): Act {
  const name = group.normalize('NFC');
  if (type === 'add-to-group')
    return { type, group: name, validFrom: timeFrom(validFrom), validUntil: timeFrom(validUntil) };
  if (type === 'remove-from-group') return { type, group: name };
  if (type === 'set-end') return { type, validUntil: timeFrom(validUntil) };
  return type === 'disable' ? { type, reason } : { type };
}

/** Returns the group whose members change. */
export const groupOf = (act: Act) => ('group' in act ? act.group : undefined);

/** Returns what the user has now. */
export function factOf(act: Act, { facts, disabledNote }: StoredLifecycle): Fact {
  const { memberships, validUntil, disabledByAdministrator } = facts;
  const group = groupOf(act);
  if (group !== undefined) return memberships.find((one) => one.group === group) ?? null;
  if (act.type === 'set-end') return validUntil;
  return disabledByAdministrator && disabledNote !== null
    ? { note: disabledNote }
    : disabledByAdministrator;
}

/** Returns what the user gets. */
export function wantedFact(act: Act): Fact {
  if (act.type === 'add-to-group') {
    const { group, validFrom, validUntil } = act;
    return { group, validFrom, validUntil };
  }
  if (act.type === 'remove-from-group') return null;
  return act.type === 'set-end' ? act.validUntil : act.type === 'disable';
}

/** A user who is disabled for another reason is disabled too. */
export const isSame = (a: Fact, b: Fact) =>
  isDeepStrictEqual(isDisabled(a) || a, isDisabled(b) || b);

/** Returns whether a membership lasts longer than another one, and has begun by its begin. */
const lastsLonger = (one: Membership, other: Membership, at: number) =>
  (one.validFrom ?? at) <= (other.validFrom ?? at) &&
  (one.validUntil ?? Number.POSITIVE_INFINITY) > (other.validUntil ?? Number.POSITIVE_INFINITY);

/** Returns why the act changes nothing for the user; undefined if it changes something. */
export function whyUnchanged(act: Act, stored: StoredLifecycle, at: number): BulkCode | undefined {
  const [fact, wanted] = [factOf(act, stored), wantedFact(act)];
  if (isSame(fact, wanted))
    return act.type === 'enable' && disabledReason(stored.facts, at)
      ? 'not-in-period'
      : 'already-so';
  // adding to a group takes nothing from users who are in it
  const isMember = act.type === 'add-to-group' && fact !== null;
  return isMember && lastsLonger(fact as Membership, wanted as Membership, at)
    ? 'longer-membership'
    : undefined;
}

/** Returns the change that gives the user this fact. */
export function changeTo(act: Act, facts: LifecycleFacts, fact: Fact): LifecycleChange {
  const group = groupOf(act);
  if (group !== undefined) {
    const others = facts.memberships.filter((one) => one.group !== group);
    return { memberships: fact === null ? others : [...others, fact as Membership] };
  }
  if (act.type === 'set-end') return { validUntil: fact as number | null };
  if (isDisabled(fact)) return { disabledByAdministrator: true, disabledNote: fact.note };
  return {
    disabledByAdministrator: fact as boolean,
    ...(act.type === 'disable' && { disabledNote: act.reason ?? null }),
  };
}

/** Returns why the user cannot get this fact, by the rules that need no other user. */
export function whyNot(act: Act, stored: StoredLifecycle, fact: Fact): BulkCode | undefined {
  const { facts, sponsorId } = stored;
  const change = changeTo(act, facts, fact);
  if ((change.memberships?.length ?? 0) > maxGroups && factOf(act, stored) === null)
    return 'too-many-groups';
  const [refusal] = refuseDates({ ...facts, ...change }, sponsorId !== null);
  if (refusal) return refusal.code === 'end-missing' ? 'guest-needs-end' : 'end-not-after-begin';
  return undefined;
}

const datesIn = (from: number | null | undefined, until: number | null | undefined) => ({
  ...(typeof from === 'number' && { from: isoTime(from) }),
  ...(typeof until === 'number' && { until: isoTime(until) }),
});

/** Returns the event of a user who got this fact: that of a change of one user. */
export function eventOf(
  act: Act,
  fact: Fact,
): { type: 'membership.changed' | 'membership.removed' | 'user.changed'; details: EventDetails } {
  const group = groupOf(act);
  if (group !== undefined) {
    if (fact === null) return { type: 'membership.removed', details: { group } };
    const { validFrom, validUntil } = fact as Membership;
    return { type: 'membership.changed', details: { group, ...datesIn(validFrom, validUntil) } };
  }
  if (act.type !== 'set-end') return { type: 'user.changed', details: { fields: ['disabled'] } };
  const dates = datesIn(null, fact as number | null);
  return { type: 'user.changed', details: { fields: ['validUntil'], ...dates } };
}
