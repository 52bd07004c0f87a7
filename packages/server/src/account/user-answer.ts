// Composes the data of the signed-in user for GET /user and for the applications page.

import type { ApplicationResponse, UserResponse } from '@brama/contract/api/user';
import type { Language } from '@brama/contract/paths';
import { textFieldNames } from '@brama/contract/users/fields';
import type { User } from '../users/user.ts';

/** Returns the data of a user, with the titles of applications in this language. */
export type FindUserAnswer = (user: User, language: Language) => Promise<UserResponse>;

type Deps = {
  /** Returns the applications that the user may open, in this language. */
  listApplications(user: User, language: Language): Promise<ApplicationResponse[]>;
  userHashOf(userId: string): string;
};

/** Returns our own fields first, then the `data` of the manifest. */
function dataOf(user: User): UserResponse['data'] {
  const { username, email } = user;
  const others = textFieldNames.filter(
    (name) =>
      user[name] !== null &&
      // pages show one of the names as a heading
      (name !== 'fullName' || user.fullNameEn !== null),
  );
  const values = others.map((name) => [name, user[name]]);
  // these two first, also without an address
  return { username, email, ...Object.fromEntries(values), ...user.data };
}

/** Returns the data of a user without the applications. */
export function userFields(user: User, userHash: string): Omit<UserResponse, 'applications'> {
  const { fullName, fullNameEn, givenName } = user;
  return { userHash, fullName, fullNameEn, givenName, data: dataOf(user) };
}

export function createFindUserAnswer(deps: Deps): FindUserAnswer {
  return async (user, language) => ({
    ...userFields(user, deps.userHashOf(user.id)),
    applications: await deps.listApplications(user, language),
  });
}
