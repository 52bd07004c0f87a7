// What the browser and the server say to each other about signing in with Google, and about linking a
// Google account under «my data».

import { z } from 'zod';

/**
 * What Google sent back to `/google-auth`, as that page hands it on. `iss` comes from issuers that name
 * themselves (RFC 9207).
 */
export const googleAuthQuery = z.object({
  code: z.string().max(2048).optional(),
  state: z.string().max(8192).optional(),
  iss: z.string().max(2048).optional(),
});

/** GET `googleLink`: is a Google account linked to the signed-in user? */
export const googleLinkAnswer = z.object({
  /** `email` as Google told it when it was linked, `since` ISO 8601 in UTC; `null` when none is linked. */
  linked: z.object({ email: z.string().nullable(), since: z.string() }).nullable(),
  /** Unlinking would leave no other way to sign in: it is refused. */
  lastWayIn: z.boolean(),
  /** Signed in within the last 10 minutes: linking and unlinking are allowed without signing in again. */
  fresh: z.boolean(),
});
export type GoogleLinkAnswer = z.infer<typeof googleLinkAnswer>;

/** POST `googleLink` begins linking: the browser navigates to `address`. DELETE unlinks. */
export const googleLinkStartAnswer = z.object({ address: z.string() });
export type GoogleLinkStartAnswer = z.infer<typeof googleLinkStartAnswer>;
