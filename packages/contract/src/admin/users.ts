// Users, as the administration API shows them.

import { z } from 'zod';
import { type TextFieldName, textFieldNames, type UserFacts, userFields } from '../users/fields.ts';
import { roles } from './roles.ts';
import {
  type AdminRoute,
  givenFlag,
  givenTime,
  pageOf,
  pageQuery,
  searchText,
  time,
  userParams,
} from './route.ts';

export const membership = z
  .object({
    group: z.string(),
    validFrom: time.nullable(),
    validUntil: time.nullable(),
    active: z.boolean().describe('The user is a member now.'),
  })
  .meta({ id: 'Membership' });

type ShownFacts = {
  [Name in TextFieldName]: UserFacts[Name] extends string
    ? z.ZodString
    : z.ZodNullable<z.ZodString>;
} & { data: z.ZodRecord<z.ZodString, z.ZodNullable<z.ZodString>> };

/** The fields of the record, as responses have them. A value of an earlier release may have another form. */
const shownFacts = {
  ...Object.fromEntries(
    textFieldNames.map((name) => [
      name,
      userFields[name].clears ? z.string().nullable() : z.string(),
    ]),
  ),
  data: z.record(z.string(), z.string().nullable()),
} as ShownFacts;

const { username, fullName, email, ...otherFacts } = shownFacts;

const adminUserSummary = z.object({
  id: z.uuid(),
  username,
  fullName,
  email,
  groups: z.array(z.string()).describe('Of which the user is a member now.'),
  disabled: z.boolean().describe('Cannot sign in now, for the reason in `disabledReason`.'),
});

export const adminUser = adminUserSummary
  .extend({
    ...otherFacts,
    hasTaxId: z.boolean().describe('A tax number is stored, by which the user signs in with Diia.'),
    disabledReason: z.enum(['by-administrator', 'not-yet-valid', 'expired']).nullable(),
    validFrom: time.nullable(),
    validUntil: time.nullable(),
    sponsorId: z.uuid().nullable().describe('Of a guest: the user who answers for the guest.'),
    guests: z.int().describe('For how many guests this user answers.'),
    memberships: z.array(membership).describe('Also of coming and past periods.'),
    roles: z.array(z.enum(roles)).optional().describe('Only with `roles.read`.'),
    version: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'User' });

const userOrders = ['username', 'fullName', 'createdAt'] as const;
export type UserOrder = (typeof userOrders)[number];
export type UserSort = UserOrder | `-${UserOrder}`;
const userSorts = userOrders.flatMap((order): UserSort[] => [order, `-${order}`]);

/** Which users a list shows. A bulk change of users takes the same filters. */
export const userFilters = z.strictObject({
  q: searchText('names, the username, the address or a number'),
  group: z
    .string()
    .max(64)
    .regex(/^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u)
    .optional()
    .describe('Only members of this group.'),
  role: z.enum(roles).optional().describe('Only users with this role.'),
  disabled: givenFlag.optional().describe('Only users who cannot, or can, sign in now.'),
  sponsorId: z.uuid().optional().describe('Only guests of this user.'),
  endsFrom: givenTime.optional().describe('Only users whose `validUntil` is not before this time.'),
  endsTo: givenTime.optional().describe('Only users whose `validUntil` is before this time.'),
});
export type AskedUserFilters = z.output<typeof userFilters>;

const listUsersQuery = pageQuery.extend({
  ...userFilters.shape,
  sort: z.enum(userSorts).default('username').describe('With `-`: descending.'),
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
    params: userParams,
    response: adminUser,
    versioned: true,
  },
} as const satisfies Record<string, AdminRoute>;
