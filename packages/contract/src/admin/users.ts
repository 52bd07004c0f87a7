// Users, as the administration API shows them.

import { z } from 'zod';
import { roles } from './roles.ts';
import { pageOf, pageQuery } from './route.ts';

const time = z.iso.datetime();

export const adminUserSummary = z.object({
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
  roles: z.array(z.enum(roles)),
  createdAt: time,
  updatedAt: time,
});

export const listUsersQuery = pageQuery.extend({
  disabled: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
});

export const userPage = pageOf(adminUserSummary);
export const userParams = z.strictObject({ id: z.uuid() });
