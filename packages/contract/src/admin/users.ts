// Users, as the administration API shows them.

import { z } from 'zod';
import { roles } from './roles.ts';
import { type AdminRoute, idParams, pageOf, pageQuery, time } from './route.ts';

/** Of a group. The user is a member from `validFrom` to `validUntil`; `active` means now. */
export const membership = z.object({
  group: z.string(),
  validFrom: time.nullable(),
  validUntil: time.nullable(),
  active: z.boolean(),
});

const adminUserSummary = z.object({
  id: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  groups: z.array(z.string()),
  disabled: z.boolean(),
});

export const adminUser = adminUserSummary.extend({
  fullNameEn: z.string().nullable(),
  givenName: z.string().nullable(),
  studentId: z.string().nullable(),
  employeeId: z.string().nullable(),
  data: z.record(z.string(), z.string().nullable()),
  disabledReason: z.enum(['by-administrator', 'not-yet-valid', 'expired']).nullable(),
  validFrom: time.nullable(),
  validUntil: time.nullable(),
  /** Of a guest: the user who answers for the guest. */
  sponsorId: z.uuid().nullable(),
  memberships: z.array(membership),
  roles: z.array(z.enum(roles)),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
});

const userOrders = ['username', 'fullName', 'createdAt'] as const;
export type UserOrder = (typeof userOrders)[number];
export type UserSort = UserOrder | `-${UserOrder}`;
const userSorts = userOrders.flatMap((order): UserSort[] => [order, `-${order}`]);

/** `q` is a part of names, the username, the address or a number. */
const listUsersQuery = pageQuery.extend({
  q: z.string().min(1).max(100).optional(),
  sort: z.enum(userSorts).default('username'),
  group: z
    .string()
    .max(64)
    .regex(/^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u)
    .optional(),
  role: z.enum(roles).optional(),
  disabled: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
});

export const userRoutes = {
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    summary:
      'Lists and searches users. Each request is recorded as an event, without what was typed.',
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
