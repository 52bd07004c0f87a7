// What the browser sends to the server when a password is chosen.

import { z } from 'zod';
import { maxPasswordLength, typedUsername } from '../schemas.ts';

/** Room for what is too long, so that it can be said; the policy is the server's. */
const newPassword = z
  .string()
  .min(1)
  .max(2 * maxPasswordLength);

/** POST `password`. `currentPassword` is left out by whoever has none yet. */
export const changePasswordRequest = z.object({
  currentPassword: z.string().min(1).max(maxPasswordLength).optional(),
  newPassword,
});
/** The form of a forgotten password. */
export const forgottenPasswordRequest = z.object({ username: typedUsername });

/** The form that sets another by what the letter brought. */
export const resetPasswordRequest = z.object({ code: z.string().min(1).max(256), newPassword });
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;
