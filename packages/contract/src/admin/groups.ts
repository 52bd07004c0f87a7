// Groups of users.

import { z } from 'zod';
import { groupFields, groupName } from '../groups/fields.ts';
import { type AdminRoute, pageOf, pageQuery, searchText, time } from './route.ts';

const groupParams = z.strictObject({ name: groupName.describe('Name of the group.') });
const group = z
  .object({
    name: z.string(),
    ...groupFields,
    createdAt: time,
    version: z.int(),
  })
  .meta({ id: 'Group' });

const member = z.object({
  id: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  disabled: z.boolean(),
  validFrom: time.nullable().describe('First moment of the membership; null for no bound.'),
  validUntil: time.nullable().describe('Its end; null for no bound.'),
  period: z.enum(['now', 'coming', 'past']).describe('Whether the user is a member now.'),
});

const periods = ['now', 'coming', 'past', 'all'] as const;
export type MembershipPeriod = (typeof periods)[number];

const fields = z.strictObject(groupFields).partial();

export const groupRoutes = {
  listGroups: {
    method: 'GET',
    path: '/api/admin/groups',
    summary: 'Lists groups by name, with the number of their members.',
    permission: 'groups.read',
    query: pageQuery.extend({ q: searchText('the name or of a title') }),
    response: pageOf(
      group.safeExtend({ members: z.int().describe('How many users are members now.') }).meta({
        id: 'ListedGroup',
      }),
    ),
  },
  createGroup: {
    method: 'POST',
    path: '/api/admin/groups',
    summary: 'Creates a group.',
    permission: 'groups.write',
    body: z.strictObject({ name: groupName, ...fields.shape }),
    response: group,
    status: 201,
    createdPath: 'name',
    idempotent: true,
    sensitive: 'tokens-allowed',
  },
  readGroup: {
    method: 'GET',
    path: '/api/admin/groups/:name',
    summary: 'Returns a group.',
    permission: 'groups.read',
    params: groupParams,
    response: group,
    versioned: true,
  },
  updateGroup: {
    method: 'PATCH',
    path: '/api/admin/groups/:name',
    summary: 'Changes the title of a group, or its policy for second factors.',
    permission: 'groups.write',
    params: groupParams,
    body: fields,
    response: group,
    sensitive: 'tokens-allowed',
    versioned: true,
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/admin/groups/:name',
    summary:
      'Deletes a group that has no members, now or in a coming period, and gives no access. Past memberships end with it.',
    permission: 'groups.write',
    params: groupParams,
    versioned: true,
    sensitive: 'tokens-allowed',
  },
  listMembers: {
    method: 'GET',
    path: '/api/admin/groups/:name/members',
    summary: 'Lists the members of a group, with the dates of their memberships.',
    permission: 'users.read',
    params: groupParams,
    query: pageQuery.extend({
      period: z
        .enum(periods)
        .default('now')
        .describe('Members now, or users whose membership is coming or past.'),
    }),
    response: pageOf(member),
  },
} as const satisfies Record<string, AdminRoute>;
