// Two-step verification on the account page.

import { z } from 'zod';
import { missingConfirmation } from '../sign-in/confirmation.ts';

const rememberedBrowser = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** ISO 8601 in UTC, like all times here. */
  since: z.string(),
  until: z.string(),
});

/** `null` for users who are not offered it and have not turned it on. */
export const secondFactorState = z
  .object({
    /** The authenticator app; null if there is none. */
    app: z.object({ since: z.string(), lastUsed: z.string().nullable() }).nullable(),
    /** The policy requires a second factor. */
    isRequired: z.boolean(),
    /** The user may turn off the app. The server refuses it otherwise. */
    canTurnOff: z.boolean(),
    /** The user may turn it on. */
    isOffered: z.boolean(),
    /** Recovery codes that are not used; null if the user needs none. */
    codesLeft: z.number().nullable(),
    /** The session may change it. */
    fresh: z.boolean(),
    /** What it lacks otherwise. */
    missing: missingConfirmation,
    browsers: z.array(rememberedBrowser),
  })
  .nullable();
export type SecondFactorState = NonNullable<z.infer<typeof secondFactorState>>;

/** POST `forgetBrowser`. If the user has no such browser, the request succeeds too. */
export const forgetBrowserRequest = z.object({ browser: z.uuid() });
