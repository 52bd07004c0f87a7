// Composes the data of the signed-in user for GET /user and for the applications page.

import type { ApplicationResponse, UserResponse } from '@brama/contract/api/user';
import type { Language } from '@brama/contract/paths';
import type { User } from '../users/user.ts';

/** Returns the data of a user, with the titles of applications in this language. */
export type FindUserAnswer = (user: User, language: Language) => Promise<UserResponse>;

type Deps = {
  /** Returns the applications that the user may open, in this language. */
  listApplications(user: User, language: Language): Promise<ApplicationResponse[]>;
  userHashOf(userId: string): string;
};

/** Returns our own fields first, then the `data` of the manifest. */
function dataOf({ username, email, studentId, employeeId, data }: User): UserResponse['data'] {
  return {
    username,
    email,
    ...(studentId !== null && { studentId }),
    ...(employeeId !== null && { employeeId }),
    ...data,
  };
}

export function createFindUserAnswer(deps: Deps): FindUserAnswer {
  return async (user, language) => ({
    userHash: deps.userHashOf(user.id),
    fullName: user.fullName,
    data: dataOf(user),
    applications: await deps.listApplications(user, language),
  });
}
