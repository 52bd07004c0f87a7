// Props of the pages where users set up two-step verification and receive recovery codes.

import { z } from 'zod';

export const setUpProps = {
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
    /** What has just happened. */
    after: z.enum(['app', 'passkey', 'new-codes']),
    /** The other sessions of the user have ended. */
    hasEndedOthers: z.boolean(),
    /** ISO 8601 in UTC. */
    createdAt: z.string(),
    /** Where the user continues. */
    href: z.string(),
  }),
};
