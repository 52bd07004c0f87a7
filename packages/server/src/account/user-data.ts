// The data of a user that "My data" shows.

import type { UserAnswer } from '@brama/contract/api/user';
import type { User } from '../users/user.ts';

/** Returns our own fields first, then the `data` of the manifest. */
export function userData(user: User): UserAnswer['data'] {
  return {
    username: user.username,
    email: user.email,
    ...(user.studentId !== null && { studentId: user.studentId }),
    ...(user.employeeId !== null && { employeeId: user.employeeId }),
    ...user.data,
  };
}
