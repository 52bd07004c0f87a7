// What «my data» shows of a user.

import type { UserAnswer } from '@brama/contract/api/user';
import type { User } from '../users/user.ts';

/** Our own fields first, then what the manifest gave. */
export function userData(user: User): UserAnswer['data'] {
  return {
    username: user.username,
    email: user.email,
    ...(user.studentId !== null && { studentId: user.studentId }),
    ...(user.employeeId !== null && { employeeId: user.employeeId }),
    ...user.data,
  };
}
