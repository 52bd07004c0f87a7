// Gives and takes a role, with an event and a line of the log.

import type { Role } from '@brama/contract/admin/roles';
import { fail } from '../../errors.ts';
import { grantRole, revokeRole } from '../../users/roles/role-store.ts';
import type { Call } from '../handler.ts';

type Changing = Pick<Call, 'queries' | 'record'>;
/** `reason`: the words of the administrator, or empty. */
type Target = { id: string; role: Role; reason: string };

async function announce(
  { record }: Changing,
  type: 'role.granted' | 'role.revoked',
  { id: userId, role, reason }: Target,
) {
  await record({ type, userId, role, ...(reason !== '' && { details: { reason } }) });
}

/** Changes nothing if the user has the role. */
export async function giveRole(call: Changing, target: Target, at: number): Promise<void> {
  const { id: userId, role } = target;
  if (await grantRole(call.queries, { userId, role, at }))
    await announce(call, 'role.granted', target);
}

/** @throws `admin.not-found` without the role; `admin.conflict` for the last administrator. */
export async function takeRole(call: Changing, target: Target): Promise<void> {
  const { id: userId, role } = target;
  const result = await revokeRole(call.queries, { userId, role });
  if (result === 'last-administrator')
    fail('admin.conflict', { fields: { id: 'is the last administrator' } });
  if (result === 'absent') fail('admin.not-found');
  await announce(call, 'role.revoked', target);
}
