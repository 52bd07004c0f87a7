// Requests and responses of sign-in with a password, and of changing and resetting one.

import { z } from 'zod';
import { loginNameOf, maxUsernameLength } from '../login-name.ts';

/** In UTF-16 code units, as JavaScript counts them. */
export const maxPasswordLength = 1024;

/** A username or an email address. The server receives its normal forms; phone keyboards append a space. */
const loginName = z.string().trim().min(1).max(maxUsernameLength).transform(loginNameOf);

export const signInRequest = z.object({
  username: loginName,
  password: z.string().min(1).max(maxPasswordLength),
});
/** As the browser sends it. */
export type SignInRequest = z.input<typeof signInRequest>;

/** `sessionId` is a sign-in ticket: valid for 60 seconds, once. It is not the session. */
export const signInResponse = z.object({ sessionId: z.string() });
export type SignInResponse = z.infer<typeof signInResponse>;

/** Twice as long as the server allows, so that a password that is too long gets its own error. */
const newPassword = z
  .string()
  .min(1)
  .max(2 * maxPasswordLength);

/** POST `password`. A user without a password omits `currentPassword`. */
export const changePasswordRequest = z.object({
  currentPassword: z.string().min(1).max(maxPasswordLength).optional(),
  newPassword,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** The form of the page "forgotten password". */
export const forgottenPasswordRequest = z.object({ username: loginName });

/** The form of the page that the link in the email opens. */
export const resetPasswordRequest = z.object({ code: z.string().min(1).max(256), newPassword });
