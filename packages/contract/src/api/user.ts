// The signed-in user as the browser sees it (GET /user).

import { z } from 'zod';

export const applicationResponse = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** The sandbox of those who build sites: it can be opened, and stands on no page of applications. */
  sandbox: z.literal(true).optional(),
});

/** GET /api/session: whose session this browser has. */
export const sessionResponse = z.object({
  /** Identifies the user of a page (`userHashHeader`) without revealing anything about the user. */
  userHash: z.string(),
});

export const userResponse = sessionResponse.extend({
  fullName: z.string(),
  /** Shown in the «my data» dialog in this order; `null` where nothing is known. */
  data: z.record(z.string(), z.string().nullable()),
  applications: z.array(applicationResponse),
});
export type UserResponse = z.infer<typeof userResponse>;
export type ApplicationResponse = z.infer<typeof applicationResponse>;

const knownApplication = z.object({ id: z.string(), title: z.string() });

/** Applications that the button wizard may name to any visitor. */
export const knownApplicationsResponse = z.object({
  sandbox: knownApplication.nullable(),
  /** Those the signed-in user may open; none without a session. */
  own: z.array(knownApplication),
});
export type KnownApplicationsResponse = z.infer<typeof knownApplicationsResponse>;
