// What we know of a user, and the normal forms under which users are found. Pure.

import { maxUsernameLength } from '@brama/contract/sign-in';

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

/** The form in which usernames and e-mail addresses are compared: NFKC, lower case. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

const usernameForm = /^[\p{L}\p{Nd}._@-][\p{L}\p{M}\p{Nd}._@-]*$/u;

/** Has it the form of a username? Says nothing about whether anybody has it. */
export function mayBeUsername(text: string): boolean {
  const username = text.normalize('NFKC');
  return username.length <= maxUsernameLength && usernameForm.test(username);
}
