// How the new users of an import get in: their invitations, and temporary access codes for those who cannot sign in yet.

import { z } from 'zod';
import { groupName } from '../../groups/fields.ts';
import { maxAccessCodeHours, maxCodesOfSheet } from '../access-codes.ts';
import { type AdminRoute, idOf, time } from '../route.ts';
import { newUsersChoices, uninvitedCodes } from './codes.ts';

const groupTitle = z.object({ uk: z.string(), en: z.string() }).nullable();
const params = idOf('import');

export const newUserRoutes = {
  readNewUsers: {
    method: 'GET',
    path: '/api/admin/imports/:id/new-users',
    summary:
      'Returns how the users whom an import has created get in: how many are invited, and how many cannot sign in yet.',
    permission: 'imports.read',
    params,
    response: z
      .object({
        choice: z.enum(newUsersChoices).describe('As the mapping of the import says.'),
        areInvitationsOn: z.boolean().describe('False where this server sends no email.'),
        invitations: z.object({
          waiting: z.int(),
          sent: z.int(),
          leftOut: z
            .array(z.object({ code: z.enum(uninvitedCodes), count: z.int() }))
            .describe('New users without an invitation, by reason.'),
        }),
        withoutWay: z.object({
          count: z
            .int()
            .describe(
              'Enabled new users who have no way to sign in, and no role. They may get a code.',
            ),
          withCode: z.int().describe('Those of them who have a valid access code.'),
          groups: z
            .array(
              z.object({
                name: z.string(),
                title: groupTitle,
                count: z.int(),
                withCode: z.int(),
              }),
            )
            .describe('The same by group. A user may be in several.'),
        }),
      })
      .meta({ id: 'NewUsersOfImport' }),
  },
  issueImportCodes: {
    method: 'POST',
    path: '/api/admin/imports/:id/access-codes',
    summary: `Issues temporary access codes to new users of an import who cannot sign in yet, to at most ${maxCodesOfSheet}. Only this response shows them.`,
    permission: 'factors.write',
    params,
    body: z.strictObject({
      group: groupName.nullable().describe('Only members of this group; null for all.'),
      hours: z
        .int()
        .min(1)
        .max(maxAccessCodeHours)
        .default(maxAccessCodeHours)
        .describe('For how long the codes are valid.'),
      renew: z
        .boolean()
        .default(false)
        .describe('Also for those who have a valid code, which then ends.'),
    }),
    response: z.object({
      codes: z
        .array(
          z.object({
            userId: z.uuid(),
            username: z.string(),
            fullName: z.string(),
            group: z.string().nullable().describe('The group under which the person stands.'),
            groupTitle,
            studyGroup: z
              .string()
              .nullable()
              .describe('The study group, if the data of the user name one.'),
            code: z.string(),
            expiresAt: time,
          }),
        )
        .describe('By group, then by study group, then by name.'),
      leftOut: z
        .array(z.object({ userId: z.uuid(), username: z.string(), fullName: z.string() }))
        .describe('Users with a role, who get no code in this way.'),
      remaining: z.int().describe('Those for whom there was no place. Call again for them.'),
    }),
    sensitive: 'no-tokens',
  },
} as const satisfies Record<string, AdminRoute>;
