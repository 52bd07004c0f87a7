// The user record, the form of usernames, and the roles of a user at the university. Pure.

import { maxUsernameLength } from '@brama/contract/sign-in/login-name';

export type User = {
  id: string;
  username: string;
  fullName: string;
  /** Latin spelling of `fullName`. */
  fullNameEn: string | null;
  /** For greetings. Nothing else derives it from `fullName`. */
  givenName: string | null;
  email: string | null;
  studentId: string | null;
  employeeId: string | null;
  /** Shown in «my data», in this order. */
  data: Record<string, string | null>;
  groups: readonly string[];
  disabled: boolean;
};

const usernameForm = /^[\p{L}\p{Nd}._@-][\p{L}\p{M}\p{Nd}._@-]*$/u;

/** Returns whether the text has the form of a username. The user need not exist. */
export function mayBeUsername(text: string): boolean {
  const username = text.normalize('NFKC');
  return username.length <= maxUsernameLength && usernameForm.test(username);
}

/** Returns the values of eduPersonAffiliation (eduPerson 202208 §2.2.1), none for a user without a role. */
export function affiliationsOf({ studentId, employeeId }: User): string[] {
  const roles: string[] = [];
  if (studentId) roles.push('student');
  if (employeeId) roles.push('employee');
  return roles.length > 0 ? [...roles, 'member'] : [];
}
