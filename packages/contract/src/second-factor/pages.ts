// Props of the pages on which users enter a second factor, set one up, and receive recovery codes.

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
  'second-factor-set-up': z.object({
    /** Identifies the signed-in user; empty for a sign-in that is not complete. */
    userHash: z.string(),
    username: z.string(),
    /** Base32 in groups of four. */
    secret: z.string(),
    /** Address of the secret for authenticator apps (`otpauth:`). */
    uri: z.string(),
    /** The secret, encrypted for this user and this sign-in. */
    enrolment: z.string(),
    /** The user has an app, which the new one replaces. */
    replaces: z.boolean(),
    /** For a sign-in that is not complete: until when the user may continue without; ISO 8601, null if no longer. */
    dueAt: z.string().nullable(),
    /** The user may add a passkey instead. */
    offersPasskey: z.boolean(),
    /** Why the code was refused; otherwise empty, like `message`. */
    codeError: z.string(),
    /** Why nothing was turned on. */
    message: z.string(),
  }),
  'second-factor-codes': z.object({
    userHash: z.string(),
    username: z.string(),
    /** Empty if they were shown before. */
    codes: z.array(z.string()),
    /** What has just happened; null if the page is opened again. */
    after: z.enum(['app', 'passkey', 'new-codes']).nullable(),
    /** The other sessions of the user have ended. */
    hasEndedOthers: z.boolean(),
    /** ISO 8601 in UTC. */
    createdAt: z.string(),
    /** Where the user continues. */
    href: z.string(),
  }),
};
