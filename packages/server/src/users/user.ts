// What we know of a user, and the normal forms under which users are found. Pure.

import { maxUsernameLength } from '@brama/contract/sign-in/schemas';

export type User = {
  id: string;
  username: string;
  fullName: string;
  email: string | null;
  studentId: string | null;
  employeeId: string | null;
  /** Shown in «my data», in this order. */
  data: Record<string, string | null>;
  groups: readonly string[];
  disabled: boolean;
};

/** Returns the form in which usernames are compared: NFKC, lower case. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Returns the form in which email addresses are compared: A–Z in lower case, all else as it is. Unicode folds
 * characters that other people can register, such as `ｂ` or the Kelvin sign, into ASCII letters.
 */
export function emailKey(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const usernameForm = /^[\p{L}\p{Nd}._@-][\p{L}\p{M}\p{Nd}._@-]*$/u;

/** Has it the form of a username? Says nothing about whether anybody has it. */
export function mayBeUsername(text: string): boolean {
  const username = text.normalize('NFKC');
  return username.length <= maxUsernameLength && usernameForm.test(username);
}
