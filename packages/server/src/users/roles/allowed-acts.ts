// What a caller may do to a user, and why not: for pages, which offer no button that the server would refuse. The server checks each call
// again.

import { extentOf, includesRights, type Permission } from '@brama/contract/admin/permissions';
import type { Role } from '@brama/contract/admin/roles';
import type { ActRefusal, UserAct } from '@brama/contract/admin/user-account';
import { hasHigherRank } from './may-act-on.ts';

type Rule = {
  permission: Permission;
  /** Operators do not change their own record. */
  isOnRecord: boolean;
  /** By it the caller could sign in as the user. */
  takesOver: boolean;
  /** Administrators are protected, also from each other. */
  sparesAdministrators: boolean;
};

const rules: Record<UserAct, Rule> = {
  change: {
    permission: 'users.write',
    isOnRecord: true,
    takesOver: false,
    sparesAdministrators: false,
  },
  'change-ways': {
    permission: 'users.write',
    isOnRecord: true,
    takesOver: true,
    sparesAdministrators: true,
  },
  invite: {
    permission: 'users.write',
    isOnRecord: true,
    takesOver: true,
    sparesAdministrators: true,
  },
  'end-sessions': {
    permission: 'sessions.end',
    isOnRecord: false,
    takesOver: false,
    sparesAdministrators: false,
  },
  'remove-factors': {
    permission: 'factors.write',
    isOnRecord: false,
    takesOver: true,
    sparesAdministrators: true,
  },
  'reset-factors': {
    permission: 'factors.write',
    isOnRecord: false,
    takesOver: true,
    sparesAdministrators: false,
  },
  'lift-waits': {
    permission: 'factors.write',
    isOnRecord: true,
    takesOver: true,
    sparesAdministrators: true,
  },
  erase: {
    permission: 'users.erase',
    isOnRecord: true,
    takesOver: false,
    sparesAdministrators: true,
  },
};

type Both = {
  actor: { user: { id: string }; roles: readonly Role[]; permissions: readonly Permission[] };
  userId: string;
  /** Of the user, now, and within the time that protects former administrators. */
  roles: readonly Role[];
  recentRoles: readonly Role[];
};

function refusalOf(rule: Rule, { actor, userId, roles, recentRoles }: Both): ActRefusal | null {
  const isOwn = actor.user.id === userId;
  if (!actor.permissions.includes(rule.permission)) return 'permission';
  if (extentOf(rule.permission, actor.roles) !== 'all') return 'permission';
  if (isOwn && rule.isOnRecord && !actor.roles.includes('administrator')) return 'own-account';
  if (hasHigherRank(actor, roles)) return 'higher-role';
  if (rule.takesOver && !isOwn && !includesRights(actor.roles, recentRoles)) return 'higher-role';
  if (rule.sparesAdministrators && recentRoles.includes('administrator')) return 'administrator';
  return null;
}

/** Returns for each act why the caller may not; null if the caller may. */
export const allowedActs = (both: Both) =>
  Object.fromEntries(
    Object.entries(rules).map(([act, rule]) => [act, refusalOf(rule, both)]),
  ) as Record<UserAct, ActRefusal | null>;
