// Who may do what in the administration: the one table for routes, commands, documentation and tests.

import type { Role } from './roles.ts';

/** `own`: only objects that belong to the user, such as applications with the user as an owner. */
export type Extent = 'all' | 'own';
type Holders = { readonly [R in Role]?: Extent };

const all = { administrator: 'all', operator: 'all', auditor: 'all' } as const;
const userSupport = { administrator: 'all', operator: 'all' } as const;
const administrators = { administrator: 'all' } as const;
const readers = { administrator: 'all', auditor: 'all' } as const;
const owners = { administrator: 'all', 'application-owner': 'own' } as const;

export const permissions = {
  'users.read': all,
  'users.write': userSupport,
  'users.erase': administrators,
  /** The list of users as a file. */
  'users.export': readers,
  /** Sources of users, and what their imports change. */
  'imports.read': all,
  /** Approving and refusing imports; the settings of sources. */
  'users.import': administrators,
  'factors.read': all,
  /** Unlinking identities, removing factors, issuing access codes. */
  'factors.write': userSupport,
  /** Of actions on administrators, which need a second one. */
  'approvals.read': readers,
  'approvals.decide': administrators,
  'sessions.read': all,
  'sessions.end': userSupport,
  'roles.read': readers,
  'roles.write': administrators,
  'groups.read': { ...all, 'application-owner': 'all' },
  'groups.write': administrators,
  'applications.read': { ...all, 'application-owner': 'own' },
  /** What its users see and where it receives them. */
  'applications.write': owners,
  /** Creating and deleting; owners, access, released attributes, levels and consent. */
  'applications.manage': administrators,
  'applications.secrets': owners,
  'tokens.read': { ...readers, operator: 'own', 'application-owner': 'own' },
  'tokens.write': {
    ...administrators,
    operator: 'own',
    'application-owner': 'own',
    auditor: 'own',
  },
  'keys.read': readers,
  'keys.rotate': administrators,
  'registrations.read': readers,
  'registrations.write': administrators,
  /** The settings in effect, and whether the parts of the installation work. */
  'settings.read': readers,
  /** Checks of the installation, which connect to other systems. */
  'doctor.run': administrators,
  'events.read': { ...all, 'application-owner': 'own' },
} as const satisfies Record<string, Holders>;

export type Permission = keyof typeof permissions;

export const allPermissions = Object.keys(permissions) as [Permission, ...Permission[]];

/** Returns on which objects users with these roles have the permission; undefined for none. */
export function extentOf(permission: Permission, own: readonly Role[]): Extent | undefined {
  const holders: Holders = permissions[permission];
  const extents = own.map((role) => holders[role]);
  if (extents.includes('all')) return 'all';
  return extents.includes('own') ? 'own' : undefined;
}

/** Returns whether users with these roles may do everything that users with the others may. */
export function includesRights(own: readonly Role[], others: readonly Role[]): boolean {
  return allPermissions.every((permission) => {
    const needed = extentOf(permission, others);
    // every role has its own tokens; other objects of one's own are not those of the others
    const isCovered = needed === 'own' && permission.startsWith('tokens.');
    return !needed || isCovered || extentOf(permission, own) === 'all';
  });
}

/** Returns the permissions of users with these roles. */
export function permissionsOf(own: readonly Role[]): Permission[] {
  return allPermissions.filter((permission) => extentOf(permission, own) !== undefined);
}
