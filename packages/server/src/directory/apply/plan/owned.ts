// Finds what a manifest would take from the sources of users, and what users have by hand after it. Pure.

import type { RowOfUser } from '../../../users/changes/staged/staging.ts';
import { factsFrom } from '../../../users/columns.ts';
import { membershipsOf } from '../../../users/lifecycle/lifecycle-store.ts';
import type { ByHand } from '../../../users/sources/combine-sources.ts';
import {
  byHandAfter,
  type OwnedValues,
  ownedChanges,
  ownersOf,
} from '../../../users/sources/ownership.ts';
import { type Issue, userIssue } from '../parse/issue.ts';
import type { PlannedUser } from './plan-user.ts';

const storedMemberships = ({ groups, periods }: RowOfUser) =>
  membershipsOf(JSON.parse(groups), periods);

const storedOf = (row: RowOfUser): OwnedValues => ({
  ...factsFrom(row),
  taxId: row.tax_id_hash,
  memberships: storedMemberships(row),
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  sponsor: row.sponsor_key,
});

const plannedOf = ({ row, memberships, sponsorKey }: PlannedUser): OwnedValues => ({
  ...factsFrom(row),
  taxId: row.tax_id_hash,
  memberships,
  validFrom: row.valid_from ?? null,
  validUntil: row.valid_until ?? null,
  sponsor: sponsorKey,
});

/** Returns an issue of each field that differs from what its source gives. */
export function ownedIssues(planned: PlannedUser, stored: RowOfUser, at: number): Issue[] {
  const { sourced, spec } = planned;
  if (!sourced) return [];
  const owners = ownersOf(sourced.links, stored.roles.length > 0, at);
  return ownedChanges(owners, storedOf(stored), plannedOf(planned)).map((one) =>
    'group' in one
      ? userIssue(spec, 'groups', `the group ${one.group} belongs to the source ${one.source}`)
      : userIssue(spec, one.field, `belongs to the source ${one.source}`),
  );
}

/** Returns the ends that the manifest sets to users with sources, by their ids. */
export const endsOfPlanned = (planned: readonly PlannedUser[]): Map<string, number> =>
  new Map(
    planned.flatMap(({ row, sourced, stored }) => {
      const { valid_until: end = null } = row;
      const isNew = sourced && stored && end !== null && end !== stored.valid_until;
      return isNew ? [[row.id, end] as const] : [];
    }),
  );

/** Returns what users with sources have by hand after the manifest, by their ids, once new users and sponsors have theirs. */
export function byHandOfPlanned(planned: readonly PlannedUser[]): Map<string, ByHand> {
  const after = new Map<string, ByHand>();
  for (const { row, sourced, memberships, stored } of planned) {
    if (!sourced || !stored) continue;
    const before = {
      memberships: storedMemberships(stored),
      validUntil: stored.valid_until ?? null,
      sponsorId: stored.sponsor_id ?? null,
    };
    const change = {
      memberships,
      validUntil: row.valid_until ?? null,
      sponsorId: row.sponsor_id ?? null,
    };
    const byHand = byHandAfter(sourced.byHand, sourced.links, before, change);
    if (byHand) after.set(row.id, byHand);
  }
  return after;
}
