// All routes of the administration API.

import { z } from 'zod';
import { type Permission, permissions } from './permissions.ts';
import { roles } from './roles.ts';
import type { AdminRoute } from './route.ts';
import { adminUser, listUsersQuery, userPage, userParams } from './users.ts';

/** The OpenAPI document, for everyone. */
export const openApiPath = '/api/openapi.json';

const allPermissions = Object.keys(permissions) as [Permission, ...Permission[]];

export const adminRoutes = {
  readSelf: {
    method: 'GET',
    path: '/api/admin/me',
    summary: 'Returns the roles and permissions of the caller.',
    permission: null,
    response: z.object({
      id: z.uuid(),
      username: z.string(),
      roles: z.array(z.enum(roles)),
      permissions: z.array(z.enum(allPermissions)),
    }),
  },
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Lists users by username.',
    permission: 'users.read',
    query: listUsersQuery,
    response: userPage,
  },
  readUser: {
    method: 'GET',
    path: '/api/admin/users/:id',
    summary: 'Returns a user. The request is recorded as an event.',
    permission: 'users.read',
    params: userParams,
    response: adminUser,
  },
} as const satisfies Record<string, AdminRoute>;

export type AdminRouteId = keyof typeof adminRoutes;
