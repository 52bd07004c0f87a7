// The roles of a user at the university, as eduPersonAffiliation names them. Pure.

import type { User } from './user.ts';

/** Returns the values of eduPersonAffiliation (eduPerson 202208 §2.2.1), none for a user without a role. */
export function affiliationsOf({ studentId, employeeId }: User): string[] {
  const roles: string[] = [];
  if (studentId) roles.push('student');
  if (employeeId) roles.push('employee');
  return roles.length > 0 ? [...roles, 'member'] : [];
}
