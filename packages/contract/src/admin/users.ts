// Users, as the administration API shows them.

import { z } from 'zod';
import { roles } from './roles.ts';
import { type AdminRoute, idParams, pageOf, pageQuery, time } from './route.ts';

const adminUserSummary = z.object({
  id: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  groups: z.array(z.string()),
  disabled: z.boolean(),
});

const adminUser = adminUserSummary.extend({
  fullNameEn: z.string().nullable(),
  givenName: z.string().nullable(),
  studentId: z.string().nullable(),
  employeeId: z.string().nullable(),
  data: z.record(z.string(), z.string().nullable()),
  roles: z.array(z.enum(roles)),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
});

const listUsersQuery = pageQuery.extend({
  disabled: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
});

export const userRoutes = {
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Lists users by username.',
    permission: 'users.read',
    query: listUsersQuery,
    response: pageOf(adminUserSummary),
  },
  readUser: {
    method: 'GET',
    path: '/api/admin/users/:id',
    summary: 'Returns a user. The request is recorded as an event.',
    permission: 'users.read',
    params: idParams,
    response: adminUser,
    versioned: true,
  },
} as const satisfies Record<string, AdminRoute>;
