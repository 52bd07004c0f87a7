// Which changes of users are refused, in every way in. Pure. Each way in has its own words for a refusal. Who may change whom is
// decided before, for callers of the administration API only.

import type { Role } from '@brama/contract/admin/roles';
import { type DisabledReason, disabledReason, type Period } from '../lifecycle/effective-state.ts';
import type { LifecycleChange, StoredLifecycle } from '../lifecycle/lifecycle-store.ts';
import { whyNotResponsible } from '../responsible-user.ts';
import type { Facts, GivenUser } from './facts.ts';

export type RefusalCode =
  | 'username-is-address'
  | 'username-is-former'
  | 'email-is-username'
  | 'tax-id-invalid'
  | 'tax-id-taken'
  | 'sponsor-is-guest'
  | 'sponsor-unknown'
  | 'sponsor-disabled'
  | 'end-not-after-begin'
  | 'end-missing';

export type RefusedField = 'username' | 'email' | 'taxId' | 'sponsor' | 'validUntil';

export type Refusal = {
  field: RefusedField;
  code: RefusalCode;
  /** Why a tax number is invalid. */
  reason?: string;
  /** The other user. */
  by?: { id: string; username: string };
};

/** A sign-in with a text that is both the username of one user and the address of another would be ambiguous. */
function refuseNames(user: GivenUser, { clashes, formerUsernames }: Facts): Refusal[] {
  const ambiguous = (clashes.get(user) ?? []).map(
    ({ field, by }): Refusal => ({
      field,
      code: field === 'email' ? 'email-is-username' : 'username-is-address',
      by,
    }),
  );
  const isFormer = user.usernameKey !== undefined && formerUsernames.has(user.usernameKey);
  return isFormer ? [...ambiguous, { field: 'username', code: 'username-is-former' }] : ambiguous;
}

/** A tax number belongs to one user. One that the user has already stays, also with a typing error. */
function refuseTaxId({ id, taxId }: GivenUser, { taxIdOwners }: Facts): Refusal[] {
  if (!taxId) return [];
  const by = taxIdOwners.get(taxId.hash);
  if (by !== undefined && by.id === id) return [];
  const { invalid: reason } = taxId;
  return [
    ...(reason === undefined ? [] : [{ field: 'taxId', code: 'tax-id-invalid', reason } as const]),
    ...(by ? [{ field: 'taxId', code: 'tax-id-taken', by } as const] : []),
  ];
}

/** A sponsor is another enabled user. */
function refuseSponsor({ id, usernameKey, sponsor }: GivenUser, { sponsors }: Facts): Refusal[] {
  if (!sponsor) return [];
  const field = 'sponsor';
  const found = sponsors.get(sponsor);
  const isSame = sponsor === usernameKey || (id !== undefined && found?.id === id);
  const why = whyNotResponsible(found);
  return [
    ...(isSame ? [{ field, code: 'sponsor-is-guest' } as const] : []),
    ...(why ? [{ field, code: `sponsor-${why}` } as const] : []),
  ];
}

/** Returns why given values are refused. */
export const refusalsOf = (user: GivenUser, facts: Facts): Refusal[] => [
  ...refuseTaxId(user, facts),
  ...refuseNames(user, facts),
  ...refuseSponsor(user, facts),
];

/** Returns why the dates after a change are refused: a period is not empty, and a guest has an end. */
export function refuseDates({ validFrom, validUntil }: Period, isGuest: boolean): Refusal[] {
  const isEmpty = validFrom !== null && validUntil !== null && validUntil <= validFrom;
  return [
    ...(isEmpty ? [{ field: 'validUntil', code: 'end-not-after-begin' } as const] : []),
    ...(isGuest && validUntil === null
      ? [{ field: 'validUntil', code: 'end-missing' } as const]
      : []),
  ];
}

/**
 * Returns whether a change is refused because of the administrators. `enabled`: those who are enabled after it. `getsEnd`: whether the
 * change gives this user an end. One remains, and the only one gets no end.
 */
export function leavesNoAdministrator(
  enabled: readonly string[],
  getsEnd: (userId: string) => boolean,
): boolean {
  const [only, ...others] = enabled;
  return only === undefined || (others.length === 0 && getsEnd(only));
}

/** How a change ends the access of an enabled administrator: now, for a reason, or at an end date that it gives. */
type AdministratorEnd = { reason: DisabledReason | undefined; getsEnd: boolean };

/** Returns undefined for a change that disables no enabled administrator, now or later. */
export function administratorEnd(
  { lifecycle, roles }: { lifecycle: StoredLifecycle; roles: readonly Role[] },
  change: LifecycleChange,
  at: number,
): AdministratorEnd | undefined {
  const { disabled, facts } = lifecycle;
  if (disabled || !roles.includes('administrator')) return undefined;
  const reason = disabledReason({ ...facts, ...change }, at);
  const { validUntil = null } = change;
  const getsEnd = validUntil !== null && validUntil !== facts.validUntil;
  return reason !== undefined || getsEnd ? { reason, getsEnd } : undefined;
}

/** Returns the administrators who are enabled after the end of this one; undefined if it must not happen. */
export function administratorsAfter(
  enabled: readonly string[],
  userId: string,
  { reason, getsEnd }: AdministratorEnd,
): readonly string[] | undefined {
  const staying = reason === undefined ? enabled : enabled.filter((one) => one !== userId);
  return leavesNoAdministrator(staying, (one) => one === userId && getsEnd) ? undefined : staying;
}
