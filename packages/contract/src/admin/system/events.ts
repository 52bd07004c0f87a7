// What users, applications and administrators have done, for 90 days.

import { z } from 'zod';
import { eventTypes } from '../../events/event-table.ts';
import { shownTexts } from '../../text.ts';
import { type AdminRoute, givenTime, pageOf, pageQuery, time } from '../route.ts';

const event = z.object({
  id: z.string(),
  at: time.describe('The start of the period, for events that are counted together.'),
  type: z.string(),
  count: z.int(),
  actor: z
    .string()
    .describe(
      '`user`, `administrator`, `application`, `server` or `unknown`; later releases may have others.',
    ),
  actorId: z.string().nullable().describe('Id of the user who acted for the administration.'),
  actorUsername: z.string().nullable().describe('Of `actorId`, if the user still exists.'),
  actorFullName: z.string().nullable().describe('Of `actorId`, if the user still exists.'),
  userId: z.string().nullable().describe('Whom it concerns.'),
  username: z.string().nullable().describe('Of `userId`, if the user still exists.'),
  fullName: z.string().nullable().describe('Of `userId`, if the user still exists.'),
  applicationId: z.string().nullable(),
  applicationTitle: shownTexts
    .nullable()
    .describe('Of `applicationId`, if the application still exists.'),
  sessionId: z.string().nullable(),
  method: z.string().nullable(),
  network: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

const address = z.union([z.ipv4(), z.ipv6()]);

export const eventRoutes = {
  listEvents: {
    method: 'GET',
    path: '/api/admin/events',
    summary:
      'Lists events, the newest first. Owners of applications see those of their applications, without networks, browsers, sessions and names of users. Callers without `roles.read` see events of type `role.*`, and callers without `approvals.read` those of type `approval.*`, only where they concern or were caused by themselves.',
    permission: 'events.read',
    query: pageQuery.extend({
      type: z.enum(eventTypes).optional().describe('Only events of this type.'),
      userId: z.uuid().optional().describe('Only events that concern this user.'),
      applicationId: z.uuid().optional().describe('Only events of this application.'),
      actorId: z.uuid().optional().describe('Only actions of this user for the administration.'),
      network: z
        .string()
        .max(45)
        .refine((text) => address.safeParse(text).success, 'must be an IP address')
        .optional()
        .describe('Only events from this IP address; of IPv6, from its network of 64 bits.'),
      result: z
        .enum(['refused'])
        .optional()
        .describe('Only refusals: wrong passwords and codes, and refused requests of users.'),
      from: givenTime.optional().describe('Only events at or after this time.'),
      to: givenTime.optional().describe('Only events before this time.'),
    }),
    response: pageOf(event),
  },
} as const satisfies Record<string, AdminRoute>;
