// Changes a user who is locked: columns, validity, memberships. A user who is disabled or enabled by it loses all sessions in the
// same transaction. So a sign-in that raced with the disabling does not revive.

import type { Updateable } from 'kysely';
import type { Call } from '../../admin/handler.ts';
import { isoTimeOrNull, timeFrom } from '../../admin/times.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { fail } from '../../errors.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { writeUser } from '../../users/changes/stored-user.ts';
import { disabledReason } from '../../users/lifecycle/effective-state.ts';
import type { LifecycleChange, StoredLifecycle } from '../../users/lifecycle/lifecycle-store.ts';
import { isLastAdministrator } from '../../users/roles/role-store.ts';
import { failWrite, type Target } from './user-rules.ts';

type Deps = { revokeUsers: RevokeUsers; now(): number };
type Changing = Pick<Call, 'queries' | 'record' | 'sessionsEnded'>;

/** @throws `request.invalid` for a period that is empty. */
export function checkPeriod({ validFrom, validUntil }: Period): void {
  const [from, until] = [timeFrom(validFrom), timeFrom(validUntil)];
  if (from !== null && until !== null && until <= from)
    fail('request.invalid', { fields: { validUntil: 'is not after validFrom' } });
}

/** As in requests. */
type Period = { validFrom?: string | null | undefined; validUntil?: string | null | undefined };

/** @throws `request.invalid` for a period that is empty, or a guest without an end. */
function checkFacts({ facts, sponsorId }: StoredLifecycle, change: LifecycleChange): void {
  const { validFrom, validUntil } = { ...facts, ...change };
  checkPeriod({ validFrom: isoTimeOrNull(validFrom), validUntil: isoTimeOrNull(validUntil) });
  const { sponsorId: sponsor = sponsorId } = change;
  if (sponsor !== null && validUntil === null)
    fail('request.invalid', { fields: { validUntil: 'is required with a sponsor' } });
}

/** The field that disables a user for this reason. */
const fieldOf = {
  'by-administrator': 'disabled',
  'not-yet-valid': 'validFrom',
  expired: 'validUntil',
} as const;

/** Ends all sessions and tokens of the user. */
async function revoke(
  { revokeUsers, now }: Deps,
  { queries, sessionsEnded }: Changing,
  userId: string,
): Promise<void> {
  const ended = await revokeUsers(queries, { users: [userId], scope: 'credentials', at: now() });
  await sessionsEnded(ended, 'by-administrator');
}

/**
 * Changes columns and the lifecycle of a user who is locked. Returns the record after it.
 * @throws `admin.conflict` if it would disable the last enabled administrator, now or at an end date.
 */
export async function changeUser(
  deps: Deps,
  call: Changing,
  target: Target,
  { columns = {}, ...change }: LifecycleChange & { columns?: Updateable<UsersTable> },
): Promise<Target> {
  const { queries, record } = call;
  const { user, lifecycle: before, roles } = target;
  const userId = user.id;
  const at = deps.now();
  checkFacts(before, change);
  const reason = disabledReason({ ...before.facts, ...change }, at);
  const { validUntil = null } = change;
  const getsEnd = validUntil !== null && validUntil !== before.facts.validUntil;
  const isAtStake = (reason !== undefined || getsEnd) && !before.disabled;
  const isAdministrator = roles.includes('administrator');
  if (isAtStake && isAdministrator && (await isLastAdministrator(queries, userId)))
    fail('admin.conflict', {
      fields: {
        [reason === undefined ? 'validUntil' : fieldOf[reason]]:
          'the user is the last administrator',
      },
    });
  const after = await writeUser(queries, target, { columns, change, at }).catch(failWrite);
  if (reason !== undefined && !before.disabled) {
    await record({ type: 'user.disabled', userId, details: { reason } });
    await revoke(deps, call, userId);
  }
  if (before.disabled && !after.lifecycle.disabled) {
    await revoke(deps, call, userId);
    await record({ type: 'user.enabled', userId });
  }
  return { ...after, roles };
}
