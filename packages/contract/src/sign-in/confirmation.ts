// What a session lacks for a change of how its user signs in.

import { z } from 'zod';

/**
 * `sign-in`: the last sign-in is older than 10 minutes. `second-factor`: the user has a second factor, and has not shown it in this
 * session. The address of the sign-in page with `reauthenticate` leads to both, and back.
 */
export const missingConfirmations = ['sign-in', 'second-factor'] as const;
export type MissingConfirmation = (typeof missingConfirmations)[number];

/** `null`: the session may change it. */
export const missingConfirmation = z.enum(missingConfirmations).nullable();
