// The interface of what verifies passwords. `hashing/verify.ts` compares them with stored hashes. A verifier that asks a directory is
// another `VerifyPassword`, created in `context.ts`: limits, the queue, tickets and sessions stay the same.

import type { Credentials } from '../../users/store.ts';

export type PasswordVerified = {
  userId: string;
  /**
   * The hash that is stored now. The ticket is issued only while it is stored, so that a password which changes meanwhile gives none.
   * Undefined if another system verified the password: then no hash is compared, and a change there during the sign-in is not noticed.
   * Whether the user is enabled is decided when the ticket is used, in both cases.
   */
  passwordHash: string | undefined;
};

/** The reason and the user, for the log only. */
export type PasswordRejected = {
  refused: 'unknown' | 'disabled' | 'no-password' | 'wrong-password';
  userId?: string;
};

/**
 * Every rejection must take as long as a success, so that the time does not reveal whether the user exists. `usernameKey`: the key under
 * which attempts are counted, also of an unknown user.
 */
export type VerifyPassword = (
  usernameKey: string,
  credentials: Credentials | undefined,
  password: string,
) => Promise<PasswordVerified | PasswordRejected>;
