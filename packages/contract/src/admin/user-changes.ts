// What administrators and operators change about users: creation, data, validity, memberships, guests, erasure, and the invitation to
// choose the first password.

import { z } from 'zod';
import { groupName } from '../groups/fields.ts';
import { maxUsernameLength } from '../sign-in/login-name.ts';
import { shownText } from '../text.ts';
import {
  type FieldsWith,
  fieldsWith,
  taxId,
  userDisabledNote,
  userFields,
  usernameText,
} from '../users/fields.ts';
import { limitedList, maxGroups } from './limits.ts';
import { type AdminRoute, givenTime, time, userParams } from './route.ts';
import { adminUser, membership } from './users.ts';

const text = (maxLength: number) => z.string().min(1).max(maxLength);

const parentVersion = z.int().describe('The new version of the user.');
const memberParams = userParams.extend({ group: groupName.describe('Name of the group.') });

const validFrom = givenTime.nullable().describe('Null: since ever.');
const validUntil = givenTime
  .nullable()
  .describe('The first moment after the period; null: no end.');
const period = { validFrom: validFrom.optional(), validUntil: validUntil.optional() };

type Given = FieldsWith<'editableBy', 'operators'>;
type GivenFacts = {
  [Name in Given]: (typeof userFields)[Name]['clears'] extends true
    ? z.ZodNullable<(typeof userFields)[Name]['schema']>
    : (typeof userFields)[Name]['schema'];
};

/** Others see these texts. An address has a form of its own, and manifests accept what an older release has exported. */
const givenText = (name: Exclude<Given, 'data'>) =>
  name === 'email' ? userFields.email.schema : shownText(userFields[name].schema);

function givenSchema(name: Given): z.ZodType {
  const schema = name === 'data' ? userFields.data.schema : givenText(name);
  return userFields[name].clears ? schema.nullable() : schema;
}

const facts = Object.fromEntries(
  fieldsWith('editableBy', 'operators').map((name) => [name, givenSchema(name)]),
) as GivenFacts;

/** Null clears a field. */
const fields = {
  ...facts,
  data: facts.data.describe('Replaces all fields of the data.'),
  taxId: taxId
    .nullable()
    .describe(
      'Ten digits, by which the user signs in with Diia. Stored as a keyed hash and never returned. Null removes it.',
    ),
  disabled: z.boolean(),
  disabledNote: shownText(userDisabledNote)
    .nullable()
    .describe('With `disabled: true`: why, for other administrators. The user never sees it.'),
  validFrom,
  validUntil,
  sponsorId: z
    .uuid()
    .nullable()
    .describe('Makes the user a guest: the id of the user who answers for the guest.'),
};

const changedUser = z.strictObject(fields).partial();
export type ChangedUser = z.output<typeof changedUser>;

function reportRepeated({ value: names, issues }: z.core.ParsePayload<string[]>) {
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      issues.push({
        code: 'custom',
        message: 'is given twice in this list',
        path: [index],
        input: undefined,
      });
}

const newUser = changedUser.required({ fullName: true }).extend({
  username: usernameText(maxUsernameLength),
  groups: limitedList(z.array(groupName).check(reportRepeated), maxGroups).optional(),
  passwordHash: text(256)
    .optional()
    .describe('The argon2id hash of a password from another system, in PHC form. Never returned.'),
  invite: z
    .boolean()
    .optional()
    .describe('Sends the user an email with a link to choose the first password.'),
});

/** A tax number is checked only with the change: the answer would say whose it is. */
const checkedUser = changedUser.omit({ taxId: true }).extend({
  id: z.uuid().optional().describe('The user who is changed; absent for a new user.'),
  username: newUser.shape.username.optional(),
  groups: newUser.shape.groups,
});

/** What happened to the data of an erased user. */
const erasure = z.object({
  id: z.uuid(),
  deleted: z
    .array(z.object({ what: z.string().describe('A kind of records.'), count: z.int() }))
    .describe('What is deleted.'),
  kept: z
    .array(z.object({ what: z.string(), count: z.int(), why: z.string() }))
    .describe('What stays, and why.'),
});

export const userChangeRoutes = {
  createUser: {
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Creates a user. With `sponsorId` the user is a guest and needs `validUntil`.',
    permission: 'users.write',
    body: newUser,
    response: adminUser,
    status: 201,
    createdPath: 'id',
    idempotent: true,
    sensitive: 'tokens-allowed',
  },
  validateUser: {
    method: 'POST',
    path: '/api/admin/users/validate',
    summary:
      'Checks fields of a new or changed user as they are typed, and refuses them as the change would. Changes nothing.',
    permission: 'users.write',
    body: checkedUser,
    reads: true,
  },
  updateUser: {
    method: 'PATCH',
    path: '/api/admin/users/:id',
    summary:
      'Changes a user. `disabled: true`, or a period that is over, ends all sessions of the user at once. The email address of an administrator is changed only by a manifest.',
    permission: 'users.write',
    params: userParams,
    body: changedUser,
    response: adminUser,
    sensitive: 'tokens-allowed',
    versioned: true,
  },
  eraseUser: {
    method: 'DELETE',
    path: '/api/admin/users/:id',
    summary:
      'Erases a user with all personal data and reports what is deleted and what is kept. No other user can receive the username.',
    permission: 'users.erase',
    params: userParams,
    response: erasure,
    sensitive: 'tokens-allowed',
  },
  previewErasure: {
    method: 'GET',
    path: '/api/admin/users/:id/erasure',
    summary:
      'Reports what the erasure of a user would delete and keep. Changes nothing. The request is recorded as an event.',
    permission: 'users.erase',
    params: userParams,
    response: erasure,
  },
  renewGuest: {
    method: 'POST',
    path: '/api/admin/users/:id/renewals',
    summary: 'Sets a later end date of a guest, whose sponsor must be enabled.',
    permission: 'users.write',
    params: userParams,
    body: z.strictObject({
      validUntil: givenTime.describe('The new end.'),
      sponsorId: z.uuid().optional().describe('Another sponsor.'),
    }),
    response: adminUser,
    idempotent: true,
    sensitive: 'tokens-allowed',
  },
  listMemberships: {
    method: 'GET',
    path: '/api/admin/users/:id/memberships',
    summary: 'Lists the groups of a user, also those of coming and past periods.',
    permission: 'users.read',
    params: userParams,
    response: z.object({ items: z.array(membership) }),
  },
  putMembership: {
    method: 'PUT',
    path: '/api/admin/users/:id/memberships/:group',
    summary:
      'Adds a user to a group, or changes the period. Operators may do so for groups of which they are members.',
    permission: 'users.write',
    params: memberParams,
    body: z.strictObject(period),
    response: membership.extend({ version: parentVersion }),
    sensitive: 'tokens-allowed',
  },
  removeMembership: {
    method: 'DELETE',
    path: '/api/admin/users/:id/memberships/:group',
    summary:
      'Removes a user from a group. Operators may do so for groups of which they are members.',
    permission: 'users.write',
    params: memberParams,
    sensitive: 'tokens-allowed',
    parentVersion: 'user',
  },
  inviteUser: {
    method: 'POST',
    path: '/api/admin/users/:id/invitation',
    summary:
      'Sends the user an email with a link to choose the first password. It is for users who have no way to sign in yet, and takes the place of the invitation before.',
    permission: 'users.write',
    params: userParams,
    response: z.object({ expiresAt: time.describe('The link is valid until then.') }),
    sensitive: 'tokens-allowed',
  },
} as const satisfies Record<string, AdminRoute>;
