// The signed-in user as the browser sees it (GET /user).

import { z } from 'zod';

export const applicationResponse = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  /** The title in the other language, if it differs: users search by it too. */
  otherTitle: z.string().optional(),
  description: z.string(),
  /** Path of the icon. Without one the portal shows the first letter of the title. */
  icon: z.string().optional(),
  /** Heading under which the portal lists it. */
  category: z.string().optional(),
  /** The sandbox for integrators: users can launch it, but no list of applications shows it. */
  sandbox: z.literal(true).optional(),
});

/** GET /api/session: the user of the session of this browser. */
export const sessionResponse = z.object({
  /** Identifies the user of a page (`userHashHeader`) without revealing anything about the user. */
  userHash: z.string(),
});

export const userResponse = sessionResponse.extend({
  fullName: z.string(),
  /** Latin spelling, for English pages; null if unknown. */
  fullNameEn: z.string().nullable(),
  givenName: z.string().nullable(),
  /** The dialog “My data” shows them in this order; `null` for unknown values. */
  data: z.record(z.string(), z.string().nullable()),
  applications: z.array(applicationResponse),
});
export type UserResponse = z.infer<typeof userResponse>;
export type ApplicationResponse = z.infer<typeof applicationResponse>;

const knownApplication = z.object({ id: z.string(), title: z.string() });

/** The applications that the button wizard offers, also to visitors who are not signed in. */
export const knownApplicationsResponse = z.object({
  sandbox: knownApplication.nullable(),
  /** Applications that the signed-in user may open; empty without a session. */
  own: z.array(knownApplication),
});
export type KnownApplicationsResponse = z.infer<typeof knownApplicationsResponse>;
