// Plans the validity of a user and the memberships, and computes the state at the time of the plan. Pure.

import { isoTimeOrNull } from '../../../admin/times.ts';
import type { RowOfUser, StagedUser } from '../../../users/changes/staged/staging.ts';
import { blankRow } from '../../../users/columns.ts';
import {
  effectiveState,
  type LifecycleFacts,
  type Membership,
} from '../../../users/lifecycle/effective-state.ts';
import { membershipsOf } from '../../../users/lifecycle/lifecycle-store.ts';
import type { UserSpec } from '../parse/user-spec.ts';

/** The base of a new user. */
export const emptyUser = {
  ...blankRow,
  sponsor_key: null,
  periods: [],
  roles: [],
} as const;

export function orStored<T>(given: T | undefined, stored: T): T {
  return given === undefined ? stored : given;
}

/** Returns memberships as JSON, in the form of a manifest. */
export function textOf(memberships: readonly Membership[]): string {
  const entries = memberships.map(({ group, validFrom, validUntil }) => ({
    name: group,
    ...(validFrom !== null && { validFrom: isoTimeOrNull(validFrom) }),
    ...(validUntil !== null && { validUntil: isoTimeOrNull(validUntil) }),
  }));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.stringify(entries.map((one) => (Object.keys(one).length > 1 ? one : one.name)));
}

export type LifecyclePlan = Pick<
  StagedUser,
  | 'disabled'
  | 'disabled_by_administrator'
  | 'disabled_note'
  | 'valid_from'
  | 'valid_until'
  | 'changes_at'
  | 'groups'
  | 'sets_groups'
> & { memberships: readonly Membership[] };

const byGroup = (a: Membership, b: Membership) => (a.group < b.group ? -1 : 1);

/** The order has no meaning. */
function hasSameMemberships(a: readonly Membership[], b: readonly Membership[]): boolean {
  if (a.length !== b.length) return false;
  const others = b.toSorted(byGroup);
  return a
    .toSorted(byGroup)
    .every(
      ({ group, validFrom, validUntil }, index) =>
        group === others[index]?.group &&
        validFrom === others[index].validFrom &&
        validUntil === others[index].validUntil,
    );
}

function storedFacts(base: RowOfUser | typeof emptyUser): LifecycleFacts {
  return {
    disabledByAdministrator: base.disabled_by_administrator === 1,
    validFrom: base.valid_from ?? null,
    validUntil: base.valid_until ?? null,
    memberships: membershipsOf(JSON.parse(base.groups), base.periods),
  };
}

function hasSameValidity(a: LifecycleFacts, b: LifecycleFacts): boolean {
  return (
    a.disabledByAdministrator === b.disabledByAdministrator &&
    a.validFrom === b.validFrom &&
    a.validUntil === b.validUntil
  );
}

/** The reason belongs to the disabling: another one has no reason unless the manifest gives it. */
function noteOf(
  { disabledNote }: UserSpec,
  base: RowOfUser | typeof emptyUser,
  { disabledByAdministrator }: LifecycleFacts,
): string | null {
  if (!disabledByAdministrator) return null;
  const stored = base.disabled_by_administrator === 1 ? (base.disabled_note ?? null) : null;
  return orStored(disabledNote, stored);
}

/** Without a change the state stays as the server has stored it. */
export function planLifecycle(
  spec: UserSpec,
  base: RowOfUser | typeof emptyUser,
  at: number,
): LifecyclePlan {
  const stored = storedFacts(base);
  const given = spec.groups === undefined ? stored.memberships : (spec.groups ?? []);
  const setsGroups = !hasSameMemberships(given, stored.memberships);
  const memberships = setsGroups ? given : stored.memberships;
  const facts = {
    disabledByAdministrator: spec.disabled ?? stored.disabledByAdministrator,
    validFrom: orStored(spec.validFrom, stored.validFrom),
    validUntil: orStored(spec.validUntil, stored.validUntil),
    memberships,
  };
  const row = {
    disabled_by_administrator: Number(facts.disabledByAdministrator),
    disabled_note: noteOf(spec, base, facts),
    valid_from: facts.validFrom,
    valid_until: facts.validUntil,
    sets_groups: Number(setsGroups),
    memberships,
  };
  const { disabled, groups, changes_at = null } = base;
  if (!setsGroups && hasSameValidity(facts, stored))
    return { ...row, disabled, groups, changes_at };
  const state = effectiveState(facts, at);
  // without a period of a membership, the stored groups may stand in another order
  const staysInOrder = !setsGroups && base.periods.length === 0;
  return {
    ...row,
    disabled: Number(state.disabled),
    groups: staysInOrder ? groups : JSON.stringify(state.groups),
    changes_at: state.changesAt,
  };
}
