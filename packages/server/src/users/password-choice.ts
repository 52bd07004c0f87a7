// Judges the password a user chooses, beside their own names and the common passwords.

import type { PasswordIssue } from '@brama/contract/sign-in/password/issues';
import { commonPasswords } from './common-passwords.ts';
import { validatePassword } from './password-policy.ts';
import type { User } from './user.ts';

/** `names` of the organisation and this service. */
type Deps = { least: number; names: readonly string[] };

export function createPasswordChoice({ least, names }: Deps) {
  return async (password: string, user: User): Promise<PasswordIssue | undefined> => {
    const address = user.email?.split('@')[0] ?? '';
    const own = [user.username, user.fullName, address, ...names];
    return validatePassword(password, { least, names: own, common: await commonPasswords() });
  };
}

export type PasswordChoice = ReturnType<typeof createPasswordChoice>;
