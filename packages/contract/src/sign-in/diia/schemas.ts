// What the screen «Sign in with Diia» asks and learns.

import { z } from 'zod';

export const diiaAppLinkQuery = z.object({
  /** The application the user is on the way to; stays in `pageLink`. */
  appId: z.string().min(1).max(256).optional(),
});

export const diiaAppLinkAnswer = z.object({
  /** Opens Diia: as a QR code on a computer, as a link on the telephone itself. */
  deepLink: z.string(),
  /** This screen, for «open on another device». */
  pageLink: z.string(),
  requestId: z.string(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type DiiaAppLinkAnswer = z.infer<typeof diiaAppLinkAnswer>;

export const diiaCheckRequestQuery = z.object({ requestId: z.string().min(1).max(64) });

export const diiaStatuses = ['Processing', 'Finished'] as const;

/** `sessionId` is a sign-in ticket, for POST /api/auth/internal; asking again gives a new one that voids it. */
export const diiaCheckRequestAnswer = z.object({
  status: z.enum(diiaStatuses),
  sessionId: z.string().nullable(),
});
export type DiiaCheckRequestAnswer = z.infer<typeof diiaCheckRequestAnswer>;
