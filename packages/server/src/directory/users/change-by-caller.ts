// Changes a user who is locked, for a caller of the administration API: the rules about dates and the last administrator, then the change.

import { timeFrom } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import type { Reports } from '../../users/changes/announce.ts';
import { changeUser, type UserChange } from '../../users/changes/change-users.ts';
import { administratorEnd, administratorsAfter, refuseDates } from '../../users/changes/rules.ts';
import type { Target } from '../../users/changes/target.ts';
import type { LifecycleChange } from '../../users/lifecycle/lifecycle-store.ts';
import { lockAdministrators } from '../../users/roles/role-store.ts';
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

/**
 * Changes columns and the lifecycle of a user who is locked. Returns the record after it.
 * @throws `request.invalid` for a period that is empty, or a guest without an end; `admin.conflict`
 */
export async function changeUserBy(
  deps: Deps,
  reports: Reports,
  target: Target,
  change: UserChange,
): Promise<Target> {
  const { facts, sponsorId } = target.lifecycle;
  const { sponsorId: sponsor = sponsorId } = change;
  failRefused(refuseDates({ ...facts, ...change }, sponsor !== null));
  const at = deps.now();
  await checkAdministratorStays(reports.queries, target, change, at);
  const { revokeUsers } = deps;
  const changing = { revokeUsers, endReason: 'by-administrator', at, failWrite };
  return changeUser(changing, reports, target, change);
}
