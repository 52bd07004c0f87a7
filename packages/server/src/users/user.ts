// The user record, and the roles of a user at the university. Pure.

import type { UserFacts } from '@brama/contract/users/fields';

export type User = UserFacts & {
  id: string;
  groups: readonly string[];
  disabled: boolean;
};

/** Returns the values of eduPersonAffiliation (eduPerson 202208 §2.2.1), none for a user without a role. */
export function affiliationsOf({ studentId, employeeId }: User): string[] {
  const roles: string[] = [];
  if (studentId) roles.push('student');
  if (employeeId) roles.push('employee');
  return roles.length > 0 ? [...roles, 'member'] : [];
}
