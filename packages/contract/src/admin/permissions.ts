// Who may do what in the administration: the one table for routes, commands, documentation and tests.

import type { Role } from './roles.ts';

/** `own`: only objects that belong to the user, such as applications with the user as an owner. */
type Extent = 'all' | 'own';
type Holders = { readonly [R in Role]?: Extent };

export const permissions = {
  'users.read': { administrator: 'all', operator: 'all', auditor: 'all' },
} as const satisfies Record<string, Holders>;

export type Permission = keyof typeof permissions;

/** Returns on which objects users with these roles have the permission; undefined for none. */
export function extentOf(permission: Permission, own: readonly Role[]): Extent | undefined {
  const holders: Holders = permissions[permission];
  const extents = own.map((role) => holders[role]);
  if (extents.includes('all')) return 'all';
  return extents.includes('own') ? 'own' : undefined;
}

/** Returns the permissions of users with these roles. */
export function permissionsOf(own: readonly Role[]): Permission[] {
  const all = Object.keys(permissions) as Permission[];
  return all.filter((permission) => extentOf(permission, own) !== undefined);
}
