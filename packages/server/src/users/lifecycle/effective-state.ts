// Computes from stored facts and a time whether a user can sign in, and the groups of the user. Pure.

/** Epoch milliseconds; null for no bound. The end does not belong to the period. */
export type Period = { validFrom: number | null; validUntil: number | null };
export type Membership = Period & { group: string };

/** What administrators decide about a user. */
export type LifecycleFacts = Period & {
  disabledByAdministrator: boolean;
  /** Of one group at most one. */
  memberships: readonly Membership[];
};

export type DisabledReason = 'by-administrator' | 'not-yet-valid' | 'expired';

export type EffectiveState = {
  disabled: boolean;
  /** Sorted. */
  groups: string[];
  /** When the state differs next; null for never. */
  changesAt: number | null;
};

export const always: Period = { validFrom: null, validUntil: null };

export const hasPeriod = ({ validFrom, validUntil }: Period): boolean =>
  validFrom !== null || validUntil !== null;

export const hasStarted = ({ validFrom }: Period, at: number) =>
  validFrom === null || validFrom <= at;
export const hasEnded = ({ validUntil }: Period, at: number) =>
  validUntil !== null && validUntil <= at;

/** Returns why the user cannot sign in; undefined for an enabled user. */
export function disabledReason(
  facts: Omit<LifecycleFacts, 'memberships'>,
  at: number,
): DisabledReason | undefined {
  if (facts.disabledByAdministrator) return 'by-administrator';
  if (hasEnded(facts, at)) return 'expired';
  return hasStarted(facts, at) ? undefined : 'not-yet-valid';
}

export function effectiveState(facts: LifecycleFacts, at: number): EffectiveState {
  const bounds = [facts, ...facts.memberships].flatMap((one) => [one.validFrom, one.validUntil]);
  const coming = bounds.filter((bound) => bound !== null && bound > at) as number[];
  return {
    disabled: disabledReason(facts, at) !== undefined,
    groups: facts.memberships
      .filter((one) => hasStarted(one, at) && !hasEnded(one, at))
      .map(({ group }) => group)
      .sort(),
    // not Math.min(...coming): the number of memberships is not bounded here
    changesAt: coming.reduce<number | null>(
      (first, bound) => (first === null || bound < first ? bound : first),
      null,
    ),
  };
}
