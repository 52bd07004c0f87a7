// What users, applications and administrators have done, for 90 days.

import { z } from 'zod';
import { type AdminRoute, pageOf, pageQuery, time } from '../route.ts';

const event = z.object({
  id: z.string(),
  /** Start of the period, for events that are counted together. */
  at: time,
  type: z.string(),
  count: z.int(),
  /** Newer releases may have others than `user`, `administrator`, `application`, `server` and `unknown`. */
  actor: z.string(),
  /** Id of the user who acted for the administration. */
  actorId: z.string().nullable(),
  /** Whom it concerns. */
  userId: z.string().nullable(),
  applicationId: z.string().nullable(),
  sessionId: z.string().nullable(),
  method: z.string().nullable(),
  network: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

const eventType = z
  .string()
  .max(64)
  .regex(/^[a-z-]+\.[a-z-]+$/);

export const eventRoutes = {
  listEvents: {
    method: 'GET',
    path: '/api/admin/events',
    summary:
      'Lists events, the newest first. Owners of applications see those of their applications, without networks, browsers and sessions.',
    permission: 'events.read',
    query: pageQuery.extend({
      type: eventType.optional(),
      user: z.uuid().optional(),
      application: z.uuid().optional(),
      /** Id of the user who acted for the administration. */
      actor: z.uuid().optional(),
      from: time.optional(),
      /** Exclusive. */
      to: time.optional(),
    }),
    response: pageOf(event),
  },
} as const satisfies Record<string, AdminRoute>;
