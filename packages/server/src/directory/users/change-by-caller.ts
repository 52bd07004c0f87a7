// Changes a user who is locked, for a caller of the administration API: the rules about dates and the last administrator, then the change.

import { timeFrom } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import type { Reports } from '../../users/changes/announce.ts';
import { changeUser, type UserChange } from '../../users/changes/change-users.ts';
import { administratorEnd, administratorsAfter, refuseDates } from '../../users/changes/rules.ts';
import type { Target } from '../../users/changes/target.ts';
import { factEntries } from '../../users/columns.ts';
import type { LifecycleChange } from '../../users/lifecycle/lifecycle-store.ts';
import { lockAdministrators } from '../../users/roles/role-store.ts';
import type { ByHand } from '../../users/sources/combine-sources.ts';
import { shortenLeft, storeByHand } from '../../users/sources/link-store.ts';
import {
  byHandAfter,
  loadSourced,
  type OwnedValues,
  ownedChanges,
  ownersOf,
  type Sourced,
} from '../../users/sources/ownership.ts';
import { failRefused, failWrite } from './user-rules.ts';

type Deps = { revokeUsers: RevokeUsers; now(): number };

/** As in requests. @throws `request.invalid` for a period that is empty. */
export const checkPeriod = ({
  validFrom,
  validUntil,
}: {
  validFrom?: string | null | undefined;
  validUntil?: string | null | undefined;
}): void =>
  failRefused(
    refuseDates({ validFrom: timeFrom(validFrom), validUntil: timeFrom(validUntil) }, false),
  );

/** The field that disables a user for this reason. */
const fieldOf = {
  'by-administrator': 'disabled',
  'not-yet-valid': 'validFrom',
  expired: 'validUntil',
} as const;

/** @throws `admin.conflict` if the change would disable the last enabled administrator, now or at an end date. */
async function checkAdministratorStays(
  queries: Queries,
  target: Target,
  change: LifecycleChange,
  at: number,
): Promise<void> {
  const end = administratorEnd(target, change, at);
  if (!end) return;
  const field = end.reason === undefined ? 'validUntil' : fieldOf[end.reason];
  if (!administratorsAfter(await lockAdministrators(queries), target.user.id, end))
    fail('admin.conflict', { fields: { [field]: 'the user is the last administrator' } });
}

/** Returns the values of a change that a source may own. */
function wantedBy({ columns = {}, ...change }: UserChange): OwnedValues {
  const facts: Record<string, unknown> = {};
  for (const [name, column] of factEntries) {
    const value = columns[column];
    facts[name] = name === 'data' && typeof value === 'string' ? JSON.parse(value) : value;
  }
  const { memberships, validFrom, validUntil, sponsorId } = change;
  return {
    ...facts,
    taxId: columns.tax_id_hash,
    memberships,
    validFrom,
    validUntil,
    sponsor: sponsorId,
  };
}

const storedOf = ({ user, taxIdHash, lifecycle: { facts, sponsorId } }: Target): OwnedValues => ({
  ...user,
  taxId: taxIdHash,
  memberships: facts.memberships,
  validFrom: facts.validFrom,
  validUntil: facts.validUntil,
  sponsor: sponsorId,
});

/** Returns the links of the user, and what is by hand. @throws `admin.conflict` for a change of what belongs to a source */
export async function checkOwned(
  queries: Queries,
  target: Target,
  change: UserChange,
  at: number,
): Promise<Sourced | undefined> {
  const { id } = target.user;
  const sourced = (await loadSourced(queries, [id])).get(id);
  if (!sourced) return undefined;
  const { links } = sourced;
  const owners = ownersOf(links, target.roles.length > 0, at);
  const issues = ownedChanges(owners, storedOf(target), wantedBy(change)).map((one) => {
    const field = 'group' in one ? 'group' : one.field;
    const name = field === 'sponsor' ? 'sponsorId' : field;
    return { path: [name], reason: `belongs to the source ${one.source}` };
  });
  if (issues.length > 0) fail('admin.conflict', { issues });
  return sourced;
}

/** Returns what the user has by hand after the change; undefined if it stays. */
function byHandOf(
  { links, byHand }: Sourced,
  { lifecycle: { facts, sponsorId } }: Target,
  change: UserChange,
): ByHand | undefined {
  return byHandAfter(byHand, links, { ...facts, sponsorId }, change);
}

/** Stores what an administrator decides about a user whom sources give. */
async function storeDecision(
  queries: Queries,
  sourced: Sourced,
  target: Target,
  change: UserChange,
): Promise<void> {
  const { id } = target.user;
  const byHand = byHandOf(sourced, target, change);
  if (byHand) await storeByHand(queries, new Map([[id, byHand]]));
  const { validUntil: end = null } = change;
  if (end !== null && end !== target.lifecycle.facts.validUntil)
    await shortenLeft(queries, new Map([[id, end]]));
}

/**
 * Changes columns and the lifecycle of a user who is locked. Returns the record after it.
 * @throws `request.invalid` for a period that is empty, or a guest without an end; `admin.conflict`
 */
export async function changeUserBy(
  deps: Deps,
  reports: Reports,
  target: Target,
  change: UserChange,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<Target> {
  const { facts, sponsorId } = target.lifecycle;
  const { sponsorId: sponsor = sponsorId } = change;
  failRefused(refuseDates({ ...facts, ...change }, sponsor !== null));
  const at = deps.now();
  const { queries } = reports;
  const sourced = isNew ? undefined : await checkOwned(queries, target, change, at);
  await checkAdministratorStays(queries, target, change, at);
  if (sourced) await storeDecision(queries, sourced, target, change);
  const { revokeUsers } = deps;
  const changing = { revokeUsers, endReason: 'by-administrator', at, failWrite };
  return changeUser(changing, reports, target, change);
}
