// What needs the attention of a caller: each with the objects that it is about.

import { z } from 'zod';
import { shownTexts } from '../../text.ts';
import type { AdminRoute } from '../route.ts';

export const attentionCodes = [
  'secrets-ended',
  'secrets-ending',
  'requests-refused',
  'logouts-failing',
  'bulk-changes-stopped',
  'approvals-waiting',
  'imports-waiting',
  'roles-without-factor',
  'users-without-factor',
  'emails-waiting',
] as const;
export type AttentionCode = (typeof attentionCodes)[number];

export const attentionRoutes = {
  listAttention: {
    method: 'GET',
    path: '/api/admin/attention',
    summary:
      'Lists what needs attention: applications whose client secrets have all ended, client secrets that end within 30 days, applications with refused requests in the last 24 hours, back-channel logouts that fail, bulk changes that the server has stopped in the last 7 days, approvals that wait, imports that wait for a decision, users with a role but no second factor, users whose groups require a second factor that they lack (at most 1000 are counted), and emails that have waited for an hour. Callers see what they may read.',
    permission: null,
    response: z.object({
      items: z.array(
        z.object({
          code: z.enum(attentionCodes),
          count: z.int(),
          applications: z
            .array(z.object({ id: z.uuid(), title: shownTexts }))
            .describe('At most five of them; empty where it is not about applications.'),
          users: z
            .array(z.object({ id: z.uuid(), username: z.string(), fullName: z.string() }))
            .describe('At most five of them; empty where it is not about users.'),
        }),
      ),
    }),
  },
} as const satisfies Record<string, AdminRoute>;
