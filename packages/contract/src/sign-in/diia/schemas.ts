// Requests and responses of the page "Sign in with Diia".

import { z } from 'zod';

export const diiaAppLinkQuery = z.object({
  /** The application that the user opens after sign-in. `pageLink` keeps it. */
  appId: z.string().min(1).max(256).optional(),
});

export const diiaAppLinkResponse = z.object({
  /** Opens Diia: shown as a QR code on a computer, as a link on the phone itself. */
  deepLink: z.string(),
  /** The address of this page, to open it on another device. */
  pageLink: z.string(),
  requestId: z.string(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type DiiaAppLinkResponse = z.infer<typeof diiaAppLinkResponse>;

export const diiaCheckRequestQuery = z.object({ requestId: z.string().min(1).max(64) });

export const diiaStatuses = ['Processing', 'Finished'] as const;

/** `sessionId` is a sign-in ticket for POST /api/auth/internal. Each request returns a new one and voids the previous. */
export const diiaCheckRequestResponse = z.object({
  status: z.enum(diiaStatuses),
  sessionId: z.string().nullable(),
});
export type DiiaCheckRequestResponse = z.infer<typeof diiaCheckRequestResponse>;
