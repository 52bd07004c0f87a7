// Props of the pages on which a user enters a second factor.

import { z } from 'zod';

const verification = z.object({
  /** Why the code was refused; otherwise empty. */
  message: z.string(),
  username: z.string(),
  /** Identifies the user in the form. */
  userHash: z.string(),
  /** The user is signed in, and an application needs a second factor. Otherwise the sign-in waits for it. */
  isSignedIn: z.boolean(),
  /** There were too many wrong codes: the user must begin again. */
  isOver: z.boolean(),
  hasRecoveryCodes: z.boolean(),
  /** The target of the form that continues without a second factor; empty where it is required. */
  continueHref: z.string(),
});

export const secondFactorProps = {
  'second-factor': verification.extend({
    hasApp: z.boolean(),
    hasPasskey: z.boolean(),
    /** For how many days the browser can be remembered; 0 if it cannot. */
    rememberDays: z.number(),
    /** Whether the user has chosen to remember the browser. */
    remember: z.boolean(),
  }),
  'second-factor-recovery': verification,
};
