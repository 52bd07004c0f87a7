// The forms of account recovery and of the secondary email address.

import { z } from 'zod';
import { loginNameOf, maxUsernameLength } from '../sign-in/login-name.ts';
import { maxPasswordLength } from '../sign-in/password/schemas.ts';

const username = z.string().trim().min(1).max(maxUsernameLength).transform(loginNameOf);
/** A code from an email; phones append a space. */
const code = z.string().trim().min(1).max(256);

export const recoveryEmailForm = z.object({ username });
export const recoveryLinkForm = z.object({ code });
export const accessCodeForm = z.object({ username, code });
/** Twice as long as the server allows, so that a password that is too long gets its own error. */
export const recoverySetUpForm = z.object({
  /** Identifies the user whom the page has shown. */
  pendingUser: z.string(),
  newPassword: z
    .string()
    .min(1)
    .max(2 * maxPasswordLength),
});
export const secondaryEmailForm = z.object({ email: z.string().trim().min(1).max(254) });
/** Names the address, so that a page that is out of date removes no other. */
export const removeSecondaryEmailForm = z.object({ email: z.string().max(254) });
export const confirmSecondaryEmailForm = z.object({ code });
