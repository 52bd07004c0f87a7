// The permissions in the groups of the navigation. A permission that the contract gains is a compile error here.
import type { Permission } from '@brama/contract/admin/permissions';
import { areaGroups } from '../area.ts';

const groupOf: Readonly<Record<Permission, (typeof areaGroups)[number]>> = {
  'users.read': 'people',
  'users.write': 'people',
  'users.erase': 'people',
  'users.export': 'people',
  'imports.read': 'people',
  'users.import': 'people',
  'factors.read': 'people',
  'factors.write': 'people',
  'sessions.read': 'people',
  'sessions.end': 'people',
  'groups.read': 'people',
  'groups.write': 'people',
  'applications.read': 'access',
  'applications.write': 'access',
  'applications.manage': 'access',
  'applications.secrets': 'access',
  'registrations.read': 'access',
  'registrations.write': 'access',
  'events.read': 'oversight',
  'approvals.read': 'oversight',
  'approvals.decide': 'oversight',
  'roles.read': 'oversight',
  'roles.write': 'oversight',
  'tokens.read': 'system',
  'tokens.write': 'system',
  'keys.read': 'system',
  'keys.rotate': 'system',
  'settings.read': 'system',
  'doctor.run': 'system',
};

/** Returns the groups that have some of these permissions. */
export const groupedPermissions = (own: readonly Permission[]) =>
  areaGroups
    .map((group) => ({ group, permissions: own.filter((one) => groupOf[one] === group) }))
    .filter(({ permissions }) => permissions.length > 0);
