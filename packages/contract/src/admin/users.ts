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

/** Why a source no longer names a person. */
export const leavingReasons = ['completed', 'withdrawn', 'unknown'] as const;
export type LeavingReason = (typeof leavingReasons)[number];

const userSource = z
  .object({
    source: z.string().describe('Its name.'),
    title: z.object({ uk: z.string(), en: z.string() }).nullable(),
    externalId: z.string().describe('By which the source names the person.'),
    state: z
      .enum(['present', 'left'])
      .describe('`left`: the source named the person before, and no longer does.'),
    reason: z.enum(leavingReasons).nullable().describe('Why the person has left.'),
    endsAt: time
      .nullable()
      .describe('When the source no longer holds the account of a person who has left.'),
    fields: z
      .array(z.string())
      .describe('What it owns, such as `fullName` or `data.faculty`: changes are refused.'),
    groups: z.array(z.string()).describe('The memberships that it owns.'),
  })
  .meta({ id: 'UserSource' });

export const adminUser = adminUserSummary
  .extend({
    ...otherFacts,
    hasTaxId: z.boolean().describe('A tax number is stored, by which the user signs in with Diia.'),
    disabledReason: z.enum(['by-administrator', 'not-yet-valid', 'expired']).nullable(),
    disabledNote: z
      .string()
      .nullable()
      .describe('Why an administrator has disabled the user, in the words of the administrator.'),
    validFrom: time.nullable(),
    validUntil: time.nullable(),
    sponsorId: z.uuid().nullable().describe('Of a guest: the user who answers for the guest.'),
    guests: z.int().describe('For how many guests this user answers.'),
    memberships: z.array(membership).describe('Also of coming and past periods.'),
    sources: z.array(userSource).describe('The sources of users that name the person, or did.'),
    roles: z.array(z.enum(roles)).optional().describe('Only with `roles.read`.'),
    version: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'User' });

export const userOrders = ['username', 'fullName', 'createdAt', 'lastSignIn'] as const;
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
  isGuest: givenFlag.optional().describe('Only users who have, or do not have, a sponsor.'),
  signedInFrom: givenTime
    .optional()
    .describe('Only users whose last sign-in is not before this time.'),
  signedInTo: givenTime
    .optional()
    .describe('Only users whose last sign-in is before this time, or who have never signed in.'),
  hasWayIn: givenFlag
    .optional()
    .describe(
      'Only users who have, or lack, a way to sign in: a password, a tax number where Diia is on, a linked account or a passkey.',
    ),
});
export type AskedUserFilters = z.output<typeof userFilters>;

const listUsersQuery = pageQuery.extend({
  ...userFilters.shape,
  sort: z.enum(userSorts).default('username').describe('With `-`: descending.'),
});

/** The most users that a count counts. */
export const maxCountedUsers = 10_000;

const listedUser = adminUserSummary.extend({
  validUntil: time.nullable(),
  sponsorId: z.uuid().nullable().describe('Of a guest: the user who answers for the guest.'),
  createdAt: time,
  lastSignInAt: time.nullable().describe('Null: never. A sign-in appears within seconds.'),
  hasWayIn: z
    .boolean()
    .describe(
      'Has a password, a tax number where Diia is on, a linked account or a passkey. Says nothing about invitations and access codes.',
    ),
  linksGoogle: z
    .boolean()
    .describe(
      'Has no way to sign in yet, but the first sign-in with Google links it by the address.',
    ),
});

/** The columns of an export: those of the list, and the other fields of the record. */
export const exportColumns = [
  'username',
  'fullName',
  'fullNameEn',
  'givenName',
  'email',
  'studentId',
  'employeeId',
  'groups',
  'disabled',
  'validUntil',
  'createdAt',
  'lastSignInAt',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

const isListOfColumns = (text: string) =>
  text.split(',').every((name) => exportColumns.some((known) => known === name));

export const userRoutes = {
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    summary:
      'Lists and searches users. Each request is recorded as an event, without what was typed.',
    permission: 'users.read',
    query: listUsersQuery,
    response: pageOf(listedUser),
  },
  countUsers: {
    method: 'GET',
    path: '/api/admin/users/count',
    summary: 'Counts the users whom the filters of the list find.',
    permission: 'users.read',
    query: userFilters,
    response: z.object({
      count: z.int().describe(`At most ${maxCountedUsers}.`),
      hasMore: z.boolean().describe('There are more than `count`.'),
    }),
  },
  exportUsers: {
    method: 'GET',
    path: '/api/admin/users/export',
    summary:
      'Returns all users whom the filters of the list find, as CSV. A cell that begins like a formula gets an apostrophe. The request is recorded as an event, with the filters and the number of users.',
    permission: 'users.export',
    query: listUsersQuery.omit({ limit: true, cursor: true }).extend({
      columns: z
        .string()
        .max(200)
        .refine(isListOfColumns, 'must be names of columns')
        .optional()
        .describe(`Separated by commas, of: ${exportColumns.join(', ')}. Default: all.`),
    }),
    file: 'text/csv',
    sensitive: 'tokens-allowed',
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
