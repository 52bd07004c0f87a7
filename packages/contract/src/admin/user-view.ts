// What a user sees, for an operator on the phone: read from data. Administrators never sign in as a user.

import { z } from 'zod';
import { activityKinds } from '../events/event-table.ts';
import { languages } from '../paths.ts';
import { type AdminRoute, line, time, userParams } from './route.ts';

export const userViewRoutes = {
  viewAsUser: {
    method: 'POST',
    path: '/api/admin/users/:id/view',
    summary:
      'Returns what the user sees on the applications page and the account page. Changes nothing. The request is recorded as an event with its reason.',
    permission: 'users.read',
    params: userParams,
    body: z.strictObject({
      reason: line(200).describe('Why, for other administrators.'),
      language: z.enum(languages).default('uk').describe('The language of the pages.'),
    }),
    response: z.object({
      disabled: z.boolean().describe('The user cannot sign in now, and sees no application.'),
      applications: z
        .array(
          z.object({
            id: z.uuid(),
            title: z.string(),
            description: z.string(),
            icon: z.string().nullable(),
            category: z.string().nullable(),
            favorite: z.boolean(),
            lastUsedAt: time.nullable(),
          }),
        )
        .describe('In the order of the applications page.'),
      data: z.record(z.string(), z.string().nullable()).describe('“My data”, in its order.'),
      connectedApplications: z.array(
        z.object({ title: z.string(), since: time, scopes: z.array(z.string()) }),
      ),
      activity: z
        .array(
          z.object({
            at: time,
            kind: z.enum(activityKinds),
            count: z.int(),
            application: z.string().nullable(),
            network: z.string().nullable(),
            browser: z.string().nullable(),
          }),
        )
        .nullable()
        .describe('The last events of the account page; null without `events.read`.'),
    }),
    reads: true,
  },
} as const satisfies Record<string, AdminRoute>;
