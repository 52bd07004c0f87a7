// Finds the users whom a name typed into a form may mean.

import type { LoginName } from '@brama/contract/sign-in/login-name';
import type { UserStore } from './store.ts';
import type { User } from './user.ts';

/** Returns the user with this username, or else all users with this email address. */
export async function findNamed(users: UserStore, name: LoginName): Promise<readonly User[]> {
  const credentials = await users.findCredentials(name);
  if (!credentials)
    return (await users.findByEmail(name.emailKey, 'password')).map(({ user }) => user);
  const user = await users.byId(credentials.userId);
  return user ? [user] : [];
}
