// Validates a password that a user chooses, with the user's own names and the list of common passwords.

import type { PasswordIssue } from '@brama/contract/sign-in/password/issues';
import { commonPasswords } from './common-passwords.ts';
import { validatePassword } from './password-policy.ts';
import type { User } from './user.ts';

/** `names` of the organisation and of this service. */
type Deps = { minLength: number; names: readonly string[] };

export function createPasswordChoice({ minLength, names }: Deps) {
  return async (password: string, user: User): Promise<PasswordIssue | undefined> => {
    const mailbox = user.email?.split('@')[0] ?? '';
    const own = [user.username, user.fullName, mailbox, ...names];
    return validatePassword(password, { minLength, names: own, common: await commonPasswords() });
  };
}
