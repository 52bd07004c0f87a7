// Roles of users, and the routes that give and take them.

import { z } from 'zod';
import { roles } from '../roles.ts';
import { type AdminRoute, line, pageOf, pageQuery, time, userParams } from '../route.ts';
import { waiting } from './approvals.ts';

const role = z.enum(roles);

const holder = z.object({
  userId: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  disabled: z.boolean(),
  role,
  grantedAt: time,
  suspendedUntil: time
    .nullable()
    .describe(
      'Until then the role gives no rights, because the user got back into the account by the secondary address; null if it does.',
    ),
});

const body = z
  .strictObject({ reason: line(200).optional().describe('Is stored in the event.') })
  .optional();

const params = userParams.extend({ role: role.describe('The role.') });

export const roleRoutes = {
  listRoles: {
    method: 'GET',
    path: '/api/admin/roles',
    summary: 'Lists the roles of all users, by username.',
    permission: 'roles.read',
    query: pageQuery.extend({ role: role.optional().describe('Only holders of this role.') }),
    response: pageOf(holder),
  },
  grantRole: {
    method: 'PUT',
    path: '/api/admin/users/:id/roles/:role',
    summary:
      'Gives a user a role. Changes nothing if the user has it. For the role administrator, if several users have it, it creates an approval instead.',
    permission: 'roles.write',
    params,
    body,
    waiting,
    sensitive: 'no-tokens',
  },
  revokeRole: {
    method: 'DELETE',
    path: '/api/admin/users/:id/roles/:role',
    summary:
      'Takes a role from a user, who loses all API tokens, but never the last administrator. For another administrator it creates an approval instead.',
    permission: 'roles.write',
    params,
    body,
    waiting,
    sensitive: 'no-tokens',
  },
} as const satisfies Record<string, AdminRoute>;
